import type { Thread } from '@skein/contracts/threads';
import type { Viewer } from '../../../platform/viewer.ts';
import type { ThreadReader } from './read-threads.ts';

/** Fetches the results of a poll of another server, unless they are recent. It returns at once. */
export type RefreshPoll = (poll: { threadId: string; isClosed: boolean }) => void;

interface Dependencies {
  reader: Pick<ThreadReader, 'get'>;
  refreshPoll: RefreshPoll;
}

/**
 * Returns a thread that a user opens. The other server sends the results of its poll only to servers that it knows
 * about, so they are fetched for the next time.
 * @throws NotFoundError
 */
export async function openThread(
  { reader, refreshPoll }: Dependencies,
  viewer: Viewer,
  threadId: string,
): Promise<Thread> {
  const thread = await reader.get(viewer, threadId);
  const { id, poll, remote } = thread;
  if (poll !== null && remote !== null) refreshPoll({ threadId: id, isClosed: poll.isClosed });
  return thread;
}
