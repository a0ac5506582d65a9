import type { Database, Transaction } from '@skein/db';
import { lockAccounts } from '../users/index.ts';
import { noteRemains, stripThreads } from './attachments.repository.ts';
import type { Stripped } from './attachments.repository.ts';
import { findOwn, lockChains } from './chains.repository.ts';
import { countEach, listIds, planDeletion } from './deletion.policy.ts';
import type { ChainLink } from './deletion.policy.ts';
import {
  removeThreads,
  setAside,
  turnIntoStubs,
  uncountAnswers,
  uncountPublished,
  uncountTags,
  unlinkTags,
} from './deletion.repository.ts';

/**
 * Deletes threads of one author's, with all that is attached to them. Where something stands below
 * one a stub stays; where nothing does it goes, and so do the stubs above that lost their last
 * reply. A stub counts as no reply of its parent's.
 *
 * What has too much attached to it to go at once is a stub until the rest of it is removed, or out of
 * anybody's sight, where nothing stands below it.
 * @param alongside Done in the same transaction, once they are deleted.
 * @returns what was attached: its files are nobody's now; null when there is no such thread
 */
export async function deleteThreads(
  database: Database,
  authorId: string,
  threadIds: readonly string[],
  alongside?: (tx: Transaction) => Promise<void>,
): Promise<Stripped | null> {
  return database.$transaction(async (tx) => {
    const stripped = await deleteIn(tx, authorId, threadIds);
    if (stripped !== null) await alongside?.(tx);
    return stripped;
  });
}

async function deleteIn(
  tx: Transaction,
  authorId: string,
  threadIds: readonly string[],
): Promise<Stripped | null> {
  const own = await findOwn(tx, threadIds, authorId);
  if (own.length === 0) return null;
  if (own.some(({ type }) => type !== 'reply')) await lockAccounts(tx, [authorId]);
  const links = await lockChains(tx, own);
  const ids = new Set(own.map(({ id }) => id));
  const { deleted, stubs, emptied, unseenIds } = planDeletion(links, ids);
  // Whoever was faster has counted them.
  if (deleted.length === 0) return null;

  const stripped = await stripThreads(tx, {
    light: listIds(deleted.filter(isLight)),
    heavy: listIds(deleted.filter(isHeavy)),
  });
  const lostTags = await unlinkTags(tx, listIds(deleted));
  await uncount(tx, authorId, deleted);
  await turnIntoStubs(tx, [...stubs.filter(isLight), ...deleted.filter(isHeavy)]);
  const asideIds = listIds(emptied.filter(isHeavy));
  await setAside(tx, asideIds);
  await noteRemains(tx, [...listIds(stubs.filter(isHeavy)), ...asideIds, ...unseenIds]);
  await removeThreads(tx, listIds(emptied.filter(isLight)));
  await uncountTags(tx, lostTags);
  return stripped;
}

async function uncount(
  tx: Transaction,
  authorId: string,
  deleted: readonly ChainLink[],
): Promise<void> {
  const published = deleted.filter(({ isReply }) => !isReply);
  await uncountPublished(tx, authorId, published.length);
  await uncountAnswers(tx, {
    replies: countEach(deleted.map(({ parentId }) => parentId)),
    quotes: countEach(deleted.map(({ quotedId }) => quotedId)),
  });
}

const isHeavy = (link: ChainLink) => link.isHeavy;
const isLight = (link: ChainLink) => !link.isHeavy;
