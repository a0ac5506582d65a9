import type { QueryClient } from '@tanstack/react-query';
import type { PollInput, ReplyPermission } from '@skein/contracts/threads';
import { ApiError } from '../../../api/index.ts';

/** What has been written, ready to go out. */
export interface Post {
  content: string;
  replyPermission: ReplyPermission;
  poll: PollInput | null;
  files: readonly File[];
  /** One a file, in the files' order. */
  altTexts: readonly string[];
  /** The same for every attempt to send the same, which so is made once. */
  idempotencyKey: string;
  signal: AbortSignal;
  /** Called with 0 to 1 while the files go out. */
  onProgress: (fraction: number) => void;
}

/** How one kind of post goes out, and what the rest of the app then learns. */
export interface Sender<Result> {
  send: (post: Post) => Promise<Result>;
  onSent: (client: QueryClient, result: Result) => void;
  /** Not called when it was cancelled: that is no failure to report. */
  onFailed: (error: Error) => void;
}

/** Each attempt's outcome takes the place of the one before. */
export const outcome = { key: 'composer' };

/** The server's sentence about what it refused; undefined when there is none. */
export function reasonOf(error: Error): string | undefined {
  return (error instanceof ApiError && error.message) || undefined;
}

/** What the multipart requests have in common. */
export function toForm({ files, idempotencyKey, signal, onProgress }: Post) {
  return { files: { media: files }, idempotencyKey, signal, onUploadProgress: onProgress };
}
