import type { Page } from '@skein/contracts/http';
import type { ImportedPost } from '@skein/contracts/imports';
import type { Database } from '@skein/db';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { readTimePage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { UploadedFile } from '../../../platform/uploaded-file.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { splitText } from './archive-post.ts';
import { importPosts } from './import-posts.ts';
import type { ImportPostsDependencies } from './import-posts.ts';
import {
  deleteImportedPost,
  deleteImportedPosts,
  selectImportedPosts,
} from './imported-posts.repository.ts';
import type { ImportedPostRecord } from './imported-posts.repository.ts';

/** Posts from archives, which only the viewer sees until they publish one. */
export function createImportedPosts(dependencies: ImportPostsDependencies) {
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
      if (!isDeleted) throw new NotFoundError('error.importedPostNotFound');
    },

    deleteAll: ({ userId }: Viewer) => deleteImportedPosts(database, userId),
  };
}

async function listPosts(
  database: Database,
  { userId }: Viewer,
  query: PageQuery,
): Promise<Page<ImportedPost>> {
  const page = await readTimePage(query, {
    read: (range) => selectImportedPosts(database, userId, range),
    positionOf: ({ publishedAt, id }) => ({ time: publishedAt, id }),
  });
  return { ...page, content: page.content.map(toImportedPostDto) };
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
