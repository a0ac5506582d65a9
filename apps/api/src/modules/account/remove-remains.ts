import type { Viewer } from '../../shared/viewer.ts';
import { NotFoundError } from '../../shared/errors.ts';
import type { MediaModule } from '../media/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { AccountRepository } from './account.repository.ts';
import type { RemainsRepository } from './remains.repository.ts';

const threadsBatch = 100;

export interface RemovalDependencies {
  account: AccountRepository;
  remains: RemainsRepository;
  threads: Pick<ThreadsModule, 'delete'>;
  media: Pick<MediaModule, 'sweep'>;
}

/**
 * Removes all that a deleted account has left. It may be broken off at any point and begun anew, and
 * two servers may do it at once.
 */
export async function removeRemains(
  { account, remains, threads, media }: RemovalDependencies,
  userId: string,
): Promise<void> {
  do {
    await deleteThreads({ account, threads }, userId);
    for (const step of [
      () => remains.removeMarks(userId, 'likes'),
      () => remains.removeMarks(userId, 'bookmarks'),
      () => remains.removeMarks(userId, 'reposts'),
      () => remains.removeReactions(userId),
      () => remains.removeVotes(userId),
      () => remains.removeFollows(userId),
      () => remains.removeConversations(userId),
      () => remains.removeNotifications(userId),
    ]) {
      while (await step());
    }
  } while (!(await account.removeAccount(userId)));
  await media.sweep();
}

async function deleteThreads(
  { account, threads }: Pick<RemovalDependencies, 'account' | 'threads'>,
  userId: string,
): Promise<void> {
  // Nobody is signed in any more: it is the account itself that deletes.
  const owner: Viewer = { userId, sessionId: userId };
  for (;;) {
    const ids = await account.listThreadIds(userId, threadsBatch);
    if (ids.length === 0) return;
    for (const id of ids) await threads.delete(owner, id).catch(ignoreGone);
  }
}

/** Another server was faster. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof NotFoundError)) throw error;
}
