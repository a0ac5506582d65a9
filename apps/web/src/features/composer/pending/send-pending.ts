import type { QueryClient } from '@tanstack/react-query';
import type { SavedDraft } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { DraftGoneError, saveDraft } from '../drafts/save-draft.ts';
import type { DraftTarget } from '../drafts/save-draft.ts';
import { withoutStoredFiles } from '../editor/composer-reducer.ts';
import { withSavedDraft } from '../submit/submit-action.ts';
import type { SubmitAction } from '../submit/submit-action.ts';
import { quoteAction } from '../submit/submit-quote.ts';
import { newThreadAction, replyAction } from '../submit/submit-thread.ts';
import { toSubmission } from '../submit/to-submission.ts';
import { PostRejectedError } from './pending-post.ts';
import type { PendingPost } from './pending-post.ts';
import type { UpdatePost } from './pending-queue.ts';

/**
 * Sends a post. Resolves with a function that shows the result.
 * @throws {PostRejectedError} without a request
 */
export function sendPending(
  client: QueryClient,
  post: PendingPost,
  update: UpdatePost,
): Promise<() => void> {
  const { target } = post;
  const context = { client, post, update };
  switch (target.kind) {
    case 'thread':
      return sendWith(newThreadAction, {}, context);
    case 'reply':
      return sendWith(replyAction(target.thread), { parentThreadId: target.thread.id }, context);
    case 'quote':
      return sendWith(quoteAction(target.thread), { quotedThreadId: target.thread.id }, context);
  }
}

interface Context {
  client: QueryClient;
  post: PendingPost;
  update: UpdatePost;
}

async function sendWith<Result>(
  action: SubmitAction<Result>,
  draftTarget: DraftTarget,
  { client, post, update }: Context,
): Promise<() => void> {
  const { state, idempotencyKey } = post;
  const { signal } = new AbortController();
  const submission = toSubmission(state, { idempotencyKey, signal, onProgress: () => undefined });
  const savedDraft = await savePostAsDraft(post, draftTarget, update);
  // Before the request: the browser may end while it is under way.
  await update({ attemptedAtMs: post.attemptedAtMs ?? Date.now() });
  try {
    const result = await action.submit(
      savedDraft === null ? submission : withSavedDraft(submission, savedDraft),
    );
    return () => {
      client.removeQueries({ queryKey: threadKeys.drafts });
      action.onSuccess(client, result);
    };
  } catch (error) {
    const isConflict = error instanceof ApiError && error.status === 409;
    if (savedDraft !== null && isConflict)
      await saveAgain({ client, post, update }, savedDraft, draftTarget);
    throw error;
  }
}

/**
 * Saves the draft again that the server has not published, because it may have been deleted on another
 * device. The changed request needs another key.
 * @throws {PostRejectedError} if it no longer exists. The next attempt publishes the post without it.
 */
async function saveAgain(
  { post, update }: Context,
  { id, version }: SavedDraft,
  target: DraftTarget,
): Promise<void> {
  const state = { ...post.state, saved: { id, version, content: '' } };
  const changes = { state, savedDraft: undefined, idempotencyKey: crypto.randomUUID() };
  await update(changes);
  await savePostAsDraft({ ...post, ...changes }, target, update);
}

/** The draft that the post continues, with its changes; null for none. */
async function savePostAsDraft(
  { state, savedDraft }: PendingPost,
  target: DraftTarget,
  update: UpdatePost,
): Promise<SavedDraft | null> {
  if (state.saved === null) return null;
  // Each attempt sends the same, so that the server publishes it once.
  if (savedDraft !== undefined) return savedDraft;
  try {
    const saved = await saveDraft(state, { target });
    await update({ savedDraft: saved });
    return saved;
  } catch (error) {
    if (!(error instanceof DraftGoneError)) throw error;
    await update({ state: withoutStoredFiles(state) });
    throw new PostRejectedError(t('pending.draftGone'));
  }
}
