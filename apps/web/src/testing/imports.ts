import type { Import, ImportedPost, PostsImport } from '@skein/contracts/imports';
import { anId } from './threads.ts';

/** A preview of an import. */
export function anImport(fields: Partial<Import> = {}): Import {
  return {
    id: anId(),
    kind: 'blocks',
    mode: 'overwrite',
    status: 'preview',
    rowsCount: 60,
    foundCount: 3,
    removalsCount: 1,
    processedCount: 0,
    addedCount: 0,
    requestedCount: 0,
    unchangedCount: 0,
    notFoundCount: 0,
    rejectedCount: 0,
    removedCount: 0,
    failures: [],
    waitsUntil: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    finishedAt: null,
    ...fields,
  };
}

export function anImportedPost(fields: Partial<ImportedPost> = {}): ImportedPost {
  return {
    id: anId(),
    parts: ['An old post'],
    contentWarning: null,
    isReply: false,
    filesCount: 0,
    isShortened: false,
    url: 'https://mastodon.example/@ada/1',
    publishedAt: '2024-05-01T10:00:00.000Z',
    ...fields,
  };
}

export const aPostsImport = (fields: Partial<PostsImport> = {}): PostsImport => ({
  addedCount: 0,
  unchangedCount: 0,
  repostsCount: 0,
  repliesCount: 0,
  privateCount: 0,
  emptyCount: 0,
  excessCount: 0,
  ...fields,
});
