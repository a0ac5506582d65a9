import { importedPostsMax } from '@skein/contracts/import-limits';
import type { PostsImport } from '@skein/contracts/imports';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { UnauthenticatedError, ValidationError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { lockAccounts } from '../../users/index.ts';
import type { ArchivePost, SkipReason } from './archive-post.ts';
import { createNewestPosts, textsMaxLength } from './newest-posts.ts';
import {
  countImportedPosts,
  insertImportedPosts,
  isAccountActive,
  listImportedSourceIds,
} from './imported-posts.repository.ts';

/** Posts per statement. */
const batchSize = 2000;

interface Dependencies {
  database: Database;
  clock: Clock;
}

/**
 * Imports the posts of an archive, all or none of them.
 * @throws ValidationError for the file
 */
export async function importPosts(
  { database, clock }: Dependencies,
  { userId }: Viewer,
  options: { includesReplies: boolean },
  [file]: readonly UploadedFile[],
): Promise<PostsImport> {
  if (file === undefined) {
    throw new ValidationError([{ path: 'file', message: 'Choose a file.' }]);
  }
  const skipped: Record<SkipReason, number> = {
    repost: 0,
    reply: 0,
    private: 0,
    empty: 0,
    excess: 0,
  };
  const newest = createNewestPosts();
  // Loaded lazily, like the libraries that it uses.
  const { readArchive } = await import('./read-archive.ts');
  await readArchive(file.path, options, {
    add: (post) => newest.add(post),
    skip: (reason, count = 1) => {
      skipped[reason] += count;
    },
  });
  const posts = newest.list();
  const { addedCount, unchangedCount } = await store(database, userId, posts, clock.now());
  return {
    addedCount,
    unchangedCount,
    repostsCount: skipped.repost,
    repliesCount: skipped.reply,
    privateCount: skipped.private,
    emptyCount: skipped.empty,
    excessCount: skipped.excess + newest.countExcess() + posts.length - addedCount - unchangedCount,
  };
}

async function store(
  database: Database,
  userId: string,
  posts: readonly ArchivePost[],
  now: Date,
): Promise<{ addedCount: number; unchangedCount: number }> {
  return database.$transaction(async (tx) => {
    // Concurrent imports of the user wait for the lock, and so does the deletion of the account.
    await lockAccounts(tx, [userId]);
    if (!(await isAccountActive(tx, userId))) throw new UnauthenticatedError();
    const sourceIds = posts.map(({ sourceId }) => sourceId);
    const known = await listImportedSourceIds(tx, userId, sourceIds);
    const { count, length } = await countImportedPosts(tx, userId);
    const added = takeWithinLimits(
      posts.filter(({ sourceId }) => !known.has(sourceId)),
      { count: importedPostsMax - count, length: textsMaxLength - length },
    );
    for (let start = 0; start < added.length; start += batchSize) {
      const batch = added.slice(start, start + batchSize).map((post) => ({ ...post, id: newId() }));
      await insertImportedPosts(tx, userId, batch, now);
    }
    return { addedCount: added.length, unchangedCount: known.size };
  });
}

function takeWithinLimits(
  posts: readonly ArchivePost[],
  free: { count: number; length: number },
): ArchivePost[] {
  const taken: ArchivePost[] = [];
  let length = 0;
  for (const post of posts) {
    length += post.text.length;
    if (taken.length >= free.count || length > free.length) break;
    taken.push(post);
  }
  return taken;
}
