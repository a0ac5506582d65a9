import { importedPostsMax } from '@skein/contracts/import-limits';
import type { Database } from '@skein/db';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { lockAccounts } from '../../users/index.ts';
import type { ArchivePost } from './archive-post.ts';
import {
  countImportedPosts,
  findImportedIds,
  insertImportedPosts,
  isAccountActive,
  measureImportedPosts,
} from './imported-posts.repository.ts';
import type { NewPost, Usage } from './imported-posts.repository.ts';
import { textsMaxLength } from './newest-posts.ts';

/** An import that stores its posts in batches. */
export interface RunningImport {
  userId: string;
  now: Date;
  /** The user's posts that this import has counted; absent before the first batch. */
  usage?: Usage;
}

/** Assigns the ids, by which a repeated insert recognizes its posts. */
export const preparePosts = (posts: readonly ArchivePost[]): NewPost[] =>
  posts.map((post) => ({ ...post, id: newId() }));

/**
 * Inserts the posts that the user has not imported before, within the limits. The account is locked for a
 * few milliseconds only, because its own writes wait for the lock.
 * @param running Its usage is updated.
 * @throws UnauthenticatedError once the account is suspended or being deleted
 */
export async function storePosts(
  database: Database,
  running: RunningImport,
  posts: readonly NewPost[],
): Promise<{ added: number; unchanged: number }> {
  const { userId, now } = running;
  const importedIds = await findImportedIds(database, userId, posts);
  const earlier = running.usage ?? (await measureImportedPosts(database, userId));
  const newPosts = posts.filter(({ sourceId }) => !importedIds.has(sourceId));
  const inserted = await database.$transaction(async (tx) => {
    // Concurrent imports on other servers wait for the lock, and so does the deletion of the account.
    await lockAccounts(tx, [userId]);
    if (!(await isAccountActive(tx, userId))) throw new UnauthenticatedError();
    const count = await countImportedPosts(tx, userId);
    const current = count === earlier.count ? earlier : await measureImportedPosts(tx, userId);
    const taken = takeWithinLimits(newPosts, current);
    const insertedIds = await insertImportedPosts(tx, userId, taken, now);
    return { taken, insertedIds, current };
  });
  const { taken, insertedIds, current } = inserted;
  const added = taken.filter(({ id }) => insertedIds.has(id));
  running.usage = {
    count: current.count + added.length,
    length: current.length + sumLengths(added),
  };
  // An insert whose commit was not acknowledged may have stored some of them.
  const repeated = posts.filter(({ id, sourceId }) => importedIds.get(sourceId) === id).length;
  return {
    added: added.length + repeated,
    unchanged: importedIds.size - repeated + taken.length - added.length,
  };
}

function takeWithinLimits(posts: readonly NewPost[], { count, length }: Usage): NewPost[] {
  const taken: NewPost[] = [];
  let takenLength = 0;
  for (const post of posts) {
    takenLength += post.text.length;
    const isFull = count + taken.length >= importedPostsMax;
    if (isFull || length + takenLength > textsMaxLength) break;
    taken.push(post);
  }
  return taken;
}

const sumLengths = (posts: readonly NewPost[]): number =>
  posts.reduce((sum, { text }) => sum + text.length, 0);
