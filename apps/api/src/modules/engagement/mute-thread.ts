import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { threadNotFound } from '../threads/index.ts';
import { setThreadMute } from './mute-thread.repository.ts';

/**
 * Stops notifications about the conversation of a thread, or starts them again.
 * @throws NotFoundError
 */
export async function setThreadMuted(
  { database }: { database: Database },
  { userId }: Viewer,
  threadId: string,
  isMuted: boolean,
): Promise<void> {
  const key = { viewerId: userId, threadId };
  const isDone = isId(threadId) && (await setThreadMute(database, key, isMuted));
  if (!isDone) throw threadNotFound();
}
