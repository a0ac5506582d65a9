import type { Page } from '@skein/contracts/http';
import type { ImportedPost } from '@skein/contracts/imports';
import type { Database } from '@skein/db';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { readTimePage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { splitText } from './archive-post.ts';
import {
  deleteImportedPost,
  deleteImportedPosts,
  selectImportedPosts,
} from './imported-posts.repository.ts';
import type { ImportedPostRecord } from './imported-posts.repository.ts';

/** The viewer's posts from archives, which only they see until they publish one. */
export async function listPosts(
  database: Database,
  { userId }: Viewer,
  query: PageQuery,
): Promise<Page<ImportedPost>> {
  const page = await readTimePage(query, {
    read: (range) => selectImportedPosts(database, userId, range),
    getPosition: ({ publishedAt, id }) => ({ time: publishedAt, id }),
  });
  return { ...page, content: page.content.map(toImportedPostDto) };
}

/** @throws NotFoundError */
export async function deletePost(
  database: Database,
  { userId }: Viewer,
  id: string,
): Promise<void> {
  const isDeleted = isId(id) && (await deleteImportedPost(database, { userId, id }));
  if (!isDeleted) throw new NotFoundError('error.importedPostNotFound');
}

export function deleteAllPosts(database: Database, { userId }: Viewer): Promise<void> {
  return deleteImportedPosts(database, userId);
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
