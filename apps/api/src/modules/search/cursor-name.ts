import { createHash } from 'node:crypto';

/** A short name for the list and query that a cursor is bound to. */
export function nameCursor(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);
}
