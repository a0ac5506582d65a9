import type { Thread } from '@skein/contracts/threads';

/**
 * Spec, section 2: the handle is the part of the author's email address before the at sign. Accounts of other servers have
 * no email address.
 */
export function getHandle({
  userEmail,
  userUsername,
}: Pick<Thread, 'userEmail' | 'userUsername'>): string | null {
  if (userUsername?.includes('@') === true) return userUsername;
  return userEmail?.split('@', 1)[0] ?? null;
}
