import type { QuotedThread, SavedDraft, Thread } from '@skein/contracts/threads';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { countBytes } from '../attachments/count-bytes.ts';
import type { Attachment } from '../attachments/attachments-reducer.ts';
import type { ComposerState } from '../editor/composer-reducer.ts';

/** The thread that a post replies to or quotes. */
export type PendingTarget =
  | { kind: 'thread' }
  | { kind: 'reply'; thread: Thread }
  | { kind: 'quote'; thread: Thread | QuotedThread };

/** A post that is stored on the device until the server has received it. */
export interface PendingPost {
  id: string;
  userId: string;
  /** Milliseconds since 1970. Posts are sent in this order. */
  createdAtMs: number;
  target: PendingTarget;
  /** The content, with its files. */
  state: ComposerState;
  /** The same for every attempt to send this content, so that it is published only once. */
  idempotencyKey: string;
  /** When the server may first have received it, in milliseconds since 1970; null if it has not. */
  attemptedAtMs: number | null;
  /** The server's message, if it has rejected the post; null while the post waits. */
  rejection: string | null;
  /** The draft that it continues, as it was saved before the first attempt to publish it. */
  savedDraft?: SavedDraft | undefined;
}

/** The server would reject the post. The message is shown to the user. */
export class PostRejectedError extends Error {}

/** The server forgets idempotency keys after 24 hours. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

export const postsMax = 20;
export const bytesMax = 200 * 1024 * 1024;

/**
 * Whether the server may have published the post and forgotten its key. Sending it again could
 * publish it twice, so the user decides.
 */
export const isExpired = ({ attemptedAtMs }: PendingPost, nowMs: number): boolean =>
  attemptedAtMs !== null && nowMs - attemptedAtMs > keyLifetimeMs;

/** Whether the post is sent without the user's doing. */
export const isWaiting = (post: PendingPost, nowMs: number): boolean =>
  post.rejection === null && !isExpired(post, nowMs);

/** All files of a post, in order. */
export const getAttachments = ({ state }: Pick<PendingPost, 'state'>): Attachment[] =>
  [state, ...state.parts].flatMap(({ attachments }) => attachments);

/** Whether the device stores one more post. */
export function canAdd(posts: readonly PendingPost[], added: Pick<PendingPost, 'state'>): boolean {
  const bytes = countBytes([...posts, added].flatMap(getAttachments));
  return posts.length < postsMax && bytes <= bytesMax;
}

/** Whether a later attempt can succeed without a change. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  if (status === 413 || status === 507) return false;
  // An unknown code is the response of a proxy.
  return status >= 500 || [401, 408, 429].includes(status) || code === 'unknown';
}
