import { createHash } from 'node:crypto';

/** What a cursor is bound to, short however long it is. */
export function nameCursor(...of: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 12);
}
