/** The base images of the Dockerfile and docker-compose.yml. */
export const baseImages = ['node:24-bookworm-slim', 'postgres:18', 'redis:8', 'caddy:2'] as const;

export type BaseImage = (typeof baseImages)[number];
