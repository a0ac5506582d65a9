import type { RoutePolicy } from '@skein/contracts/http';
import { createCursorCipher } from '../../../src/http/routes/cursor-cipher.ts';
import { testJwtSecret } from '../api.ts';

/** Encrypts any position like a test server. */
export function encryptCursor(
  route: Pick<RoutePolicy, 'id'>,
  viewer: { id: string },
  position: string,
): string {
  const scope = { route, viewer: { userId: viewer.id } };
  return createCursorCipher(testJwtSecret).encryptPage(scope, { nextCursor: position }).nextCursor;
}
