import type { QueryClient } from '@tanstack/react-query';
import type { PollInput, ReplyPermission } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';
import type { PendingTarget } from '../pending/pending-post.ts';

/** A further thread, which replies to the one before. */
export interface SubmittedPart {
  content: string;
  files: readonly File[];
  altTexts: readonly string[];
}

/** The content of a composer and the options of its request. */
export interface Submission {
  content: string;
  replyPermission: ReplyPermission;
  /** '' for none. */
  contentWarning: string;
  isSensitive: boolean;
  /** ISO 8601; null to publish it now. */
  scheduledAt: string | null;
  poll: PollInput | null;
  files: readonly File[];
  /** One per file, in the same order. */
  altTexts: readonly string[];
  parts: readonly SubmittedPart[];
  /** The same for every attempt to submit the same content, so that it is created only once. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Called with the uploaded fraction, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

/** How one kind of composer submits its content and updates the cache. */
export interface SubmitAction<Result> {
  /** Set if the post is stored on the device and sent later when there is no connection. */
  pendingTarget?: PendingTarget;
  submit: (submission: Submission) => Promise<Result>;
  onSuccess: (client: QueryClient, result: Result) => void;
  /** Not called after a cancellation. */
  onError: (error: Error) => void;
}

/** The shared key makes the toast of each attempt replace the previous one. */
export const toastOptions = { key: 'composer' };

/** The server's error message; undefined if there is none. */
export function serverMessage(error: Error): string | undefined {
  return (error instanceof ApiError && error.message) || undefined;
}

/** The content warning as fields of a new thread. */
export function toWarningFields({ contentWarning, isSensitive, files }: Submission) {
  return {
    ...(contentWarning !== '' && { contentWarning }),
    ...(isSensitive && files.length > 0 && { isSensitive: 'true' as const }),
  };
}

/** The options that all multipart requests share. */
export function toUploadOptions({ files, idempotencyKey, signal, onProgress }: Submission) {
  return { files: { media: files }, idempotencyKey, signal, onUploadProgress: onProgress };
}
