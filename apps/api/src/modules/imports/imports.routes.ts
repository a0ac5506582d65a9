import {
  createImport,
  deleteImport,
  deleteImportedPost,
  deleteImportedPosts,
  downloadImportFailures,
  importPosts,
  listImportedPosts,
  listImports,
  startImport,
} from '@skein/contracts/imports';
import type { BindDownload, BindRoute } from '../../http/routes/bind-route.ts';
import { success } from '../../platform/results.ts';
import type { ImportsModule } from './imports.module.ts';

interface Bindings {
  bind: BindRoute;
  bindDownload: BindDownload;
}

export function importsRoutes({ bind, bindDownload }: Bindings, imports: ImportsModule): void {
  bind(listImports, ({ viewer }) => imports.list(viewer));
  bind(createImport, ({ viewer, body, files }) => imports.create(viewer, body, files.file));
  bind(startImport, ({ viewer, params }) => imports.start(viewer, params.importId));
  bind(deleteImport, async ({ viewer, params }) => {
    await imports.delete(viewer, params.importId);
    return success('success.importDeleted');
  });
  bindDownload(downloadImportFailures, ({ viewer, params }) =>
    imports.downloadFailures(viewer, params.importId),
  );
  bind(importPosts, ({ viewer, body, files }) => imports.posts.import(viewer, body, files.file));
  bind(listImportedPosts, ({ viewer, query }) => imports.posts.list(viewer, query));
  bind(deleteImportedPost, async ({ viewer, params }) => {
    await imports.posts.delete(viewer, params.postId);
    return success('success.importedPostDeleted');
  });
  bind(deleteImportedPosts, async ({ viewer }) => {
    await imports.posts.deleteAll(viewer);
    return success('success.importedPostsDeleted');
  });
}
