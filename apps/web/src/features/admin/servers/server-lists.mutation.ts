import * as routes from '@skein/contracts/routes';
import type { ServerListRow } from '@skein/contracts/moderation';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../../api/download.ts';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { userKeys } from '../../users/user-cache.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

export interface ServerListPreview {
  file: File;
  rows: ServerListRow[];
}

/** Shows what the import of a file would change. */
export function usePreviewServerList() {
  return useMutation({
    mutationFn: async (file: File): Promise<ServerListPreview> => {
      const { rows } = await request(routes.previewServerList, { body: {}, files: toFiles(file) });
      return { file, rows };
    },
    onError: showError,
  });
}

interface ServerListImport {
  file: File;
  /** Positions of rows. */
  skippedRows: readonly number[];
}

/** Imports a file, except for the skipped rows. */
export function useImportServerList() {
  return useMutation(
    adminMutation(
      ({ file, skippedRows }: ServerListImport) =>
        request(routes.importServerList, {
          body: { skippedRows: JSON.stringify(skippedRows) },
          files: toFiles(file),
        }),
      {
        invalidates: [adminKey, userKeys.all, threadKeys.all],
        onSaved: ({ importedCount: count }) =>
          toast.success(t('admin.servers.imported', { count })),
      },
    ),
  );
}

/** Saves the decisions about servers as a file that Mastodon imports. */
export function useDownloadServerList() {
  return useMutation({
    mutationFn: async () => {
      const file = await download(routes.downloadServerList, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      saveFile(file, `domain-blocks-${new Date().toISOString().slice(0, 10)}.csv`);
    },
    onError: showError,
  });
}

const toFiles = (file: File) => ({ file: [file] });

function showError(error: Error): void {
  toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
}
