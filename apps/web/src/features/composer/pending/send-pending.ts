import type { QueryClient } from '@tanstack/react-query';
import type { SubmitAction } from '../submit/submit-action.ts';
import { quoteAction } from '../submit/submit-quote.ts';
import { newThreadAction, replyAction } from '../submit/submit-thread.ts';
import { toSubmission } from '../submit/to-submission.ts';
import type { PendingPost } from './pending-post.ts';

/** Sends a post. Resolves with a function that shows the result. */
export function sendPending(client: QueryClient, post: PendingPost): Promise<() => void> {
  const { target } = post;
  switch (target.kind) {
    case 'thread':
      return sendWith(newThreadAction, client, post);
    case 'reply':
      return sendWith(replyAction(target.thread), client, post);
    case 'quote':
      return sendWith(quoteAction(target.thread), client, post);
  }
}

async function sendWith<Result>(
  action: SubmitAction<Result>,
  client: QueryClient,
  { state, idempotencyKey }: PendingPost,
): Promise<() => void> {
  const { signal } = new AbortController();
  const request = { idempotencyKey, signal, onProgress: () => undefined };
  const result = await action.submit(toSubmission(state, request));
  return () => action.onSuccess(client, result);
}
