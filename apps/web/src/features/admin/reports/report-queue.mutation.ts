import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { adminMutation } from '../shared/admin-mutation.ts';
import { adminKey } from '../shared/admin.queries.ts';

type ReportQueueAction =
  | { kind: 'assign'; userId: string | null }
  | { kind: 'message'; text: string; key: string }
  | { kind: 'note'; about: 'report' | 'user'; text: string; key: string };

/** Assigns a report, adds a note or writes to the reporter, and refetches the lists and the details. */
export function useReportQueueAction(reportId: string) {
  return useMutation(
    adminMutation((action: ReportQueueAction) => send(reportId, action), {
      invalidates: [adminKey],
    }),
  );
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
