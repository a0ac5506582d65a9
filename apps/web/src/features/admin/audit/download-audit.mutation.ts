import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../../api/download.ts';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { toast } from '../../../lib/toast.ts';
import type { AuditFilter } from '../shared/admin.queries.ts';

/** Saves the entries of the audit log that match the filters as a CSV file. */
export function useDownloadAudit() {
  return useMutation({
    mutationFn: async (filter: AuditFilter) => {
      const file = await download(routes.downloadAuditLog, {
        query: { ...filter },
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      saveFile(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`);
    },
    onError: (error) => {
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}
