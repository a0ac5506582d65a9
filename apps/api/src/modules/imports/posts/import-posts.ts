import { setTimeout as sleep } from 'node:timers/promises';
import type { PostsImport } from '@skein/contracts/imports';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { FileReader } from '../reading/file-reader.ts';
import { preparePosts, storePosts } from './store-posts.ts';
import type { RunningImport } from './store-posts.ts';

const attemptsMax = 5;
const firstWaitMs = 200;

export interface ImportPostsDependencies {
  database: Database;
  clock: Clock;
  reader: FileReader;
}

/**
 * Imports the posts of an archive in batches with a commit each. After an interruption, importing the
 * archive again adds the rest.
 * @throws ValidationError for the file; RateLimitedError
 */
export async function importPosts(
  { database, clock, reader }: ImportPostsDependencies,
  { userId }: Viewer,
  { includesReplies }: { includesReplies: boolean },
  [file]: readonly UploadedFile[],
): Promise<PostsImport> {
  if (file === undefined) {
    throw new ValidationError([{ path: 'file', message: 'error.importFile' }]);
  }
  const running: RunningImport = { userId, now: clock.now() };
  const counts = { added: 0, unchanged: 0, excess: 0 };
  const skipped = await reader.read({
    userId,
    request: { content: 'posts', path: file.path, includesReplies },
    async receive(posts) {
      const batch = preparePosts(posts);
      const { added, unchanged } = await repeatAfterOutage(() =>
        storePosts(database, running, batch),
      );
      counts.added += added;
      counts.unchanged += unchanged;
      counts.excess += posts.length - added - unchanged;
    },
  });
  return {
    addedCount: counts.added,
    unchangedCount: counts.unchanged,
    repostsCount: skipped.repost,
    repliesCount: skipped.reply,
    privateCount: skipped.private,
    emptyCount: skipped.empty,
    excessCount: skipped.excess + counts.excess,
  };
}

/** A batch may wait longer for a lock than a statement may take while the account writes a lot itself. */
async function repeatAfterOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !isOutage(error)) throw error;
      await sleep(firstWaitMs * 2 ** (attempt - 1));
    }
  }
}
