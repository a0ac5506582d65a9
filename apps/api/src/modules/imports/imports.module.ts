import type { FederationSettings } from '../../platform/config/federation-settings.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Viewer } from '../../platform/viewer.ts';
import {
  createImport,
  deleteImport,
  downloadFailures,
  listImports,
  removeOldImports,
  startImport,
} from './account-imports.ts';
import type { ImportInput } from './account-imports.ts';
import { importPosts } from './posts/import-posts.ts';
import { deleteAllPosts, deletePost, listPosts } from './posts/imported-posts.ts';
import { createFileReader } from './reading/file-reader.ts';
import { runImports } from './run-imports.ts';
import type { RunDependencies } from './run-imports.ts';

interface Dependencies extends RunDependencies {
  logger: Logger;
  publicUrl: URL;
  federation?: FederationSettings | undefined;
}

export type ImportsModule = ReturnType<typeof createImportsModule>;

/** Imports of follows, blocks, mutes and lists from CSV files, and of posts from archives. */
export function createImportsModule(dependencies: Dependencies) {
  const { database } = dependencies;
  const deps = { ...dependencies, reader: createFileReader(dependencies.rateLimiter) };

  return {
    list: (viewer: Viewer) => listImports(database, viewer),
    create: (viewer: Viewer, input: ImportInput, files: readonly UploadedFile[]) =>
      createImport(deps, viewer, input, files),
    start: (viewer: Viewer, id: string) => startImport(deps, viewer, id),
    delete: (viewer: Viewer, id: string) => deleteImport(database, viewer, id),
    downloadFailures: (viewer: Viewer, id: string) => downloadFailures(database, viewer, id),

    /** Posts from archives, which only the viewer sees until they publish one. */
    posts: {
      import: (
        viewer: Viewer,
        options: { includesReplies: boolean },
        files: readonly UploadedFile[],
      ) => importPosts(deps, viewer, options, files),
      list: (viewer: Viewer, query: PageQuery) => listPosts(database, viewer, query),
      delete: (viewer: Viewer, id: string) => deletePost(database, viewer, id),
      deleteAll: (viewer: Viewer) => deleteAllPosts(database, viewer),
    },

    /** Background jobs. */
    continueAll: () => runImports(deps),
    removeOld: () => removeOldImports(deps),
  };
}
