import type { QueryClient } from '@tanstack/react-query';
import type { SavedDraft } from '@skein/contracts/threads';
import { NetworkError } from '../../../api/index.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';
import { withSavedDraft } from '../submit/submit-action.ts';
import type { RequestOptions, SubmitAction } from '../submit/submit-action.ts';
import { toSubmission } from '../submit/to-submission.ts';
import { loadPending } from './load-pending.ts';
import type { PendingPost, PendingTarget } from './pending-post.ts';

interface Context {
  client: QueryClient;
  /** With a frame of each video. */
  state: ComposerState;
  /** The post that is edited. */
  pendingPost: PendingPost | null;
  /** Saves changes of the draft that is published; null for content that is no draft. */
  saveDraft: ((options: RequestOptions) => Promise<SavedDraft>) | null;
}

/**
 * Submits the content of a composer. Returns null if the post is stored on the device, because there
 * is no connection or because it was stored before.
 */
export async function submitOrStore<Result>(
  action: SubmitAction<Result>,
  options: RequestOptions,
  { client, state, pendingPost, saveDraft }: Context,
): Promise<Result | null> {
  const { idempotencyKey, signal } = options;
  const cleared = { progress: null, problems: [], undescribed: null };
  const content = { ...state, ...cleared, sentKey: idempotencyKey };
  if (pendingPost) {
    const { replacePost } = await loadPending();
    await replacePost(pendingPost.id, content, idempotencyKey);
    return null;
  }
  const attempt: Attempt = { state: content, idempotencyKey, attemptedAtMs: null };
  try {
    const submission = toSubmission(state, options);
    const savedDraft = saveDraft && (await saveDraft(options));
    if (savedDraft) attempt.savedDraft = savedDraft;
    attempt.attemptedAtMs = navigator.onLine ? Date.now() : null;
    return await action.submit(savedDraft ? withSavedDraft(submission, savedDraft) : submission);
  } catch (error) {
    if (!(error instanceof NetworkError) || signal.aborted) throw error;
    if (!(await storeAttempt(client, action.pendingTarget, attempt))) throw error;
    return null;
  }
}

type Attempt = Pick<PendingPost, 'state' | 'idempotencyKey' | 'attemptedAtMs' | 'savedDraft'>;

/** Returns false if the post cannot be stored. */
async function storeAttempt(
  client: QueryClient,
  target: PendingTarget | undefined,
  attempt: Attempt,
): Promise<boolean> {
  if (!target) return false;
  const pending = await loadPending().catch(() => null);
  return (await pending?.storePost(client, { ...attempt, target })) ?? false;
}

/** The stored content. */
export const restoreState = (stored: ComposerState): ComposerState => ({
  ...stored,
  // The focus moves only to a new part.
  parts: stored.parts.map((part) => ({ ...part, isNew: false, restoring: [] })),
});
