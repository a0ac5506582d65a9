import type { ChatMessage } from '@skein/contracts/chat';
import type { Thread } from '@skein/contracts/threads';
import { threadNotFound } from '../../modules/threads/index.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findMessage } from './direct-statuses.ts';
import { requireId } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';

/**
 * The thread with the id of a status, which may also be the id of a repost.
 * @throws NotFoundError
 */
export async function getThread(
  { threads, engagement }: Pick<MastodonServices, 'threads' | 'engagement'>,
  viewer: Viewer,
  idText: string | undefined,
): Promise<Thread> {
  const id = requireId(idText, threadNotFound);
  try {
    return await requireUndeleted(threads.get(viewer, id));
  } catch (error) {
    const repostedId =
      error instanceof NotFoundError ? await engagement.findRepostedThreadId(id) : null;
    if (repostedId === null) throw error;
    return requireUndeleted(threads.get(viewer, repostedId));
  }
}

/**
 * The thread or message with the id of a status.
 * @throws NotFoundError
 */
export async function getPost(
  services: Pick<MastodonServices, 'threads' | 'engagement' | 'chat'>,
  viewer: Viewer,
  id: string | undefined,
): Promise<{ thread: Thread } | { message: ChatMessage }> {
  try {
    return { thread: await getThread(services, viewer, id) };
  } catch (error) {
    if (!(error instanceof NotFoundError) || id === undefined) throw error;
    const message = await findMessage(services, viewer, id);
    if (message === null) throw error;
    return { message };
  }
}

async function requireUndeleted(found: Promise<Thread>): Promise<Thread> {
  const thread = await found;
  if (thread.isDeleted) throw threadNotFound();
  return thread;
}
