import type { Thread } from '@skein/contracts/threads';
import { isRemoteUsername } from '@skein/contracts/text';

/**
 * Spec, section 2: the handle is the part of the author's email address before the at sign. Accounts of other servers have
 * no email address.
 */
export function getHandle({
  userEmail,
  userUsername,
}: Pick<Thread, 'userEmail' | 'userUsername'>): string | null {
  if (isRemoteUsername(userUsername)) return userUsername;
  return userEmail?.split('@', 1)[0] ?? null;
}
