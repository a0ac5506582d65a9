import { randomBytes } from 'node:crypto';

/** Returns lines for `.env`. */
export const generateSecrets = (): string[] => [
  `JWT_SECRET=${randomBytes(32).toString('hex')}`,
  `POSTGRES_PASSWORD=${randomBytes(24).toString('hex')}`,
];
