import { createThread, createThreadWithFiles } from '../generated/index.ts';
import type { CreateThreadWithFilesData, Options, Thread } from '../generated/index.ts';

/**
 * Publishes a thread or a reply, with or without files. Send the same `Idempotency-Key` with each attempt, so
 * that a repeated request does not publish it twice.
 */
export function publishThread(options: Options<CreateThreadWithFilesData, true>): Promise<Thread> {
  const hasSeveralFiles = (options.body.media?.length ?? 0) > 1;
  return hasSeveralFiles ? createThreadWithFiles(options) : createThread(options);
}
