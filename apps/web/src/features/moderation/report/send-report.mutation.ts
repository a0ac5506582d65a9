import * as routes from '@skein/contracts/routes';
import type { ReportReason } from '@skein/contracts/moderation';
import { useMutation } from '@tanstack/react-query';
import { NetworkError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import type { ReportRequest } from '../../../lib/dialogs.tsx';

export interface Report {
  reason: ReportReason;
  note: string;
  ruleIds: string[];
  isForwarded?: boolean;
}

/** Sends a report to the administrators. */
export function useSendReport({ targetType, targetId }: ReportRequest) {
  return useMutation({
    mutationFn: (report: Report) =>
      request(routes.createReport, { body: { targetType, targetId, ...report } }),
    onError: (error) => {
      const isOffline = error instanceof NetworkError;
      toast.error(t(isOffline ? 'common.networkError' : 'report.failed'));
    },
  });
}
