import * as routes from '@skein/contracts/routes';
import type { Import } from '@skein/contracts/imports';
import type { QueryClient } from '@tanstack/react-query';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { download } from '../../../api/download.ts';
import { t } from '../../../i18n/index.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast.ts';
import { toFormError } from '../../auth/account/form-error.ts';
import { importsQuery } from './imports.queries.ts';

interface NewImport {
  kind: Import['kind'];
  mode: Import['mode'];
  file: File;
}

/** Uploads a file as a preview. It replaces the import of the same kind. */
export function useCreateImport() {
  return useMutation({
    mutationFn: ({ kind, mode, file }: NewImport) =>
      request(routes.createImport, { body: { kind, mode }, files: { file: [file] } }),
    onSuccess: (_created, _input, _before, { client }) => refetch(client),
  });
}

export function useStartImport(importId: string) {
  return useMutation({
    mutationFn: () => request(routes.startImport, { params: { importId } }),
    onSuccess: (_started, _input, _before, { client }) => refetch(client),
    onError: showError,
  });
}

/** Stops and deletes an import. */
export function useDeleteImport(importId: string) {
  return useMutation({
    mutationFn: () => request(routes.deleteImport, { params: { importId } }),
    onSuccess: (_deleted, _input, _before, { client }) => refetch(client),
    onError: showError,
  });
}

/** Saves the rows that were not imported as a CSV file. */
export function useDownloadFailures({ id, kind }: Import) {
  return useMutation({
    mutationFn: async () => {
      const file = await download(routes.downloadImportFailures, {
        params: { importId: id },
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      saveFile(file, `${kind}-not-imported.csv`);
    },
    onError: (error) => {
      const { message } = toFormError(error, t('imports.downloadFailed'));
      toast.error(t('imports.failed'), message);
    },
  });
}

function refetch(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: importsQuery.queryKey });
}

function showError(error: Error): void {
  const message = error instanceof ApiError ? error.message : t('common.networkError');
  toast.error(t('imports.failed'), message);
}
