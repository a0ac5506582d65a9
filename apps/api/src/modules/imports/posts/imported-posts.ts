import type { Page } from '@skein/contracts/http';
import type { ImportedPost } from '@skein/contracts/imports';
import type { Database } from '@skein/db';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../platform/cursor.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { splitText } from './archive-post.ts';
import { importPosts } from './import-posts.ts';
import {
  deleteImportedPost,
  deleteImportedPosts,
  selectImportedPosts,
} from './imported-posts.repository.ts';
import type { ImportedPostRecord } from './imported-posts.repository.ts';

interface PageQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

const cursorSchema = z.tuple([z.literal(1), z.iso.datetime(), z.string().refine(isId)]);

/** Posts from archives, which only the viewer sees until they publish one. */
export function createImportedPosts(dependencies: { database: Database; clock: Clock }) {
  const { database } = dependencies;
  return {
    import: (
      viewer: Viewer,
      options: { includesReplies: boolean },
      files: readonly UploadedFile[],
    ) => importPosts(dependencies, viewer, options, files),

    list: (viewer: Viewer, query: PageQuery) => listPosts(database, viewer, query),

    /** @throws NotFoundError */
    async delete({ userId }: Viewer, id: string): Promise<void> {
      const isDeleted = isId(id) && (await deleteImportedPost(database, { userId, id }));
      if (!isDeleted) throw new NotFoundError('This imported post does not exist.');
    },

    deleteAll: ({ userId }: Viewer) => deleteImportedPosts(database, userId),
  };
}

async function listPosts(
  database: Database,
  { userId }: Viewer,
  { page, size, cursor }: PageQuery,
): Promise<Page<ImportedPost>> {
  const after = cursor === undefined ? null : decodePosition(cursor);
  // One more than the page, to know whether it is the last.
  const range = { after, skip: after === null ? page * size : 0, take: size + 1 };
  const rows = await selectImportedPosts(database, userId, range);
  const content = rows.slice(0, size).map(toImportedPostDto);
  const last = rows.length <= size;
  const end = content.at(-1);
  return {
    content,
    page: after === null ? page : null,
    size,
    last,
    nextCursor: last || end === undefined ? null : encodeCursor([1, end.publishedAt, end.id]),
  };
}

function decodePosition(cursor: string): { publishedAt: string; id: string } {
  const [, publishedAt, id] = decodeCursor(cursorSchema, cursor) ?? [];
  if (publishedAt === undefined || id === undefined) throw invalidCursor();
  return { publishedAt, id };
}

const toImportedPostDto = (post: ImportedPostRecord): ImportedPost => ({
  id: post.id,
  parts: splitText(post.text),
  contentWarning: post.contentWarning,
  isReply: post.isReply,
  filesCount: post.filesCount,
  isShortened: post.isShortened,
  url: post.url,
  publishedAt: post.publishedAt.toISOString(),
});
