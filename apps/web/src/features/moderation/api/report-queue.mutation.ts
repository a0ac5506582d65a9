import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { adminKey } from './admin.queries.ts';

type ReportQueueAction =
  | { kind: 'assign'; userId: string | null }
  | { kind: 'message'; text: string; key: string }
  | { kind: 'note'; about: 'report' | 'user'; text: string; key: string };

/** Assigns a report, adds a note or writes to the reporter, and refetches the lists and the details. */
export function useReportQueueAction(reportId: string) {
  return useMutation({
    mutationFn: (action: ReportQueueAction) => send(reportId, action),
    onSuccess: async ({ message }, _action, _before, { client }) => {
      toast.success(message);
      await client.invalidateQueries({ queryKey: adminKey });
    },
    onError: (error, _action, _before, { client }) => {
      // Somebody else may have decided the report.
      if (error instanceof ApiError) void client.invalidateQueries({ queryKey: adminKey });
      toast.error(error instanceof ApiError && error.message ? error.message : t('admin.failed'));
    },
  });
}

function send(reportId: string, action: ReportQueueAction) {
  const params = { reportId };
  if (action.kind === 'assign') {
    return request(routes.assignReport, { params, body: { userId: action.userId } });
  }
  if (action.kind === 'message') {
    return request(routes.messageReporter, {
      params,
      body: { text: action.text },
      idempotencyKey: action.key,
    });
  }
  const { about, text, key } = action;
  return request(routes.addModerationNote, { params, body: { about, text }, idempotencyKey: key });
}
