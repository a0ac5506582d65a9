import type { Database, Transaction } from '@skein/db';
import type { Viewer } from '../../shared/viewer.ts';
import {
  countOneThreadLess,
  findOwn,
  lockAuthor,
  lockChain,
  removeThreads,
  stripThread,
  turnIntoStub,
  uncount,
} from './deletion.repository.ts';
import type { ChainLink, Stripped } from './deletion.repository.ts';
import { replaceTags } from './thread-text.repository.ts';

/**
 * Deletes a thread of the viewer's, with all that is attached to it. Where something stands below
 * it a stub stays; where nothing does it goes, and so do the stubs above that lost their last reply.
 * A stub counts as no reply of its parent's.
 * @param alongside Done in the same transaction, once it is deleted.
 * @returns what was attached: its files are nobody's now; null when there is no such thread
 */
export async function deleteThread(
  database: Database,
  viewer: Pick<Viewer, 'userId'>,
  threadId: string,
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<Stripped | null> {
  return database.$transaction(async (tx) => {
    const stripped = await deleteIn(tx, viewer, threadId);
    if (stripped !== null) await alongside?.(tx);
    return stripped;
  });
}

async function deleteIn(
  tx: Transaction,
  viewer: Pick<Viewer, 'userId'>,
  threadId: string,
): Promise<Stripped | null> {
  const own = await findOwn(tx, threadId, viewer.userId);
  if (own === null) return null;
  const isCounted = own.type !== 'reply';
  if (isCounted) await lockAuthor(tx, viewer.userId);
  const chain = await lockChain(tx, own);
  const [self, parent] = chain;
  // Whoever was faster has counted it.
  if (self === undefined || self.isDeleted) return null;

  if (isCounted) await countOneThreadLess(tx, viewer.userId);
  const stripped = await stripThread(tx, self.id);
  await uncount(tx, { parentId: parent?.id, quotedId: own.quotedId });
  await replaceTags(tx, self.id, self.hashtags, []);
  if (self.hasOtherReplies) await turnIntoStub(tx, self.id);
  else await removeThreads(tx, listEmptied(chain));
  return stripped;
}

/** The thread, and the stubs above for which it was the last one below. */
function listEmptied([self, ...above]: readonly ChainLink[]): string[] {
  const firstKept = above.findIndex((link) => !link.isDeleted || link.hasOtherReplies);
  const emptied = firstKept === -1 ? above : above.slice(0, firstKept);
  return [...(self ? [self] : []), ...emptied].map(({ id }) => id);
}
