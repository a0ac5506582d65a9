import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isId, newId } from '../../platform/ids.ts';

const secretBytes = 32;
const pattern = /^(?<id>[\da-f]{32})_[\w-]{43}$/;

/** Secrets with 256 random bits, for which a fast hash without salt is sufficient. */
export function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

export function hashSecret(secret: string): Buffer<ArrayBuffer> {
  return createHash('sha256').update(secret).digest();
}

export function matchesHash(secret: string, hash: Uint8Array): boolean {
  return timingSafeEqual(hashSecret(secret), hash);
}

/** An access token, which contains its id, so that it can be found without its hash. */
export function newAppToken(id = newId()): string {
  return `${id.replaceAll('-', '')}_${newSecret()}`;
}

/** The id of an access token of an app; null for any other token. */
export function readTokenId(token: string): string | null {
  const hex = pattern.exec(token)?.groups?.['id'];
  if (hex === undefined) return null;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return isId(id) ? id : null;
}
