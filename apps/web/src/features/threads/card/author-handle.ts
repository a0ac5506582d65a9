import type { Thread } from '@skein/contracts/threads';

/** Spec, section 2: the handle is the part of the author's email address before the at sign. */
export function getHandle({ userEmail }: Pick<Thread, 'userEmail'>): string | null {
  return userEmail?.split('@', 1)[0] ?? null;
}
