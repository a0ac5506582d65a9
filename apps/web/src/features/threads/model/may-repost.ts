import type { Thread } from '@skein/contracts/threads';

/**
 * Whether a repost is offered. A thread that anyone may answer and that cannot be quoted all the
 * same is a private account's, which its author alone may repost.
 */
export function mayRepost({ canQuote, replyPermission }: Thread): boolean {
  return canQuote || replyPermission !== 'ANYONE';
}
