/** The base images of the Dockerfile, docker-compose.yml and deploy/compose. */
export const baseImages = [
  'node:24-bookworm-slim',
  'postgres:18',
  'redis:8',
  'caddy:2',
  'haproxy:3.2',
  'edoburu/pgbouncer:v1.24.1-p1',
  'valkey/valkey:8',
  'dxflrs/garage:v2.4.1',
] as const;

export type BaseImage = (typeof baseImages)[number];
