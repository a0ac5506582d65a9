import {
  addModerationNote,
  assignReport,
  dismissReport,
  getReportContext,
  getReportDetails,
  listReports,
  messageReporter,
} from '@skein/contracts/moderation';
import type { BindRoute } from '../../../http/routes/bind-route.ts';
import { success } from '../../../platform/results.ts';
import type { ModerationModule } from '../moderation.module.ts';

/** For moderators. */
export function reportRoutes(bind: BindRoute, moderation: ModerationModule): void {
  bind(listReports, ({ viewer, query }) => moderation.listReports(viewer, query));
  bind(dismissReport, async ({ viewer, params }) => {
    await moderation.dismissReport(viewer, params.reportId);
    return success('success.reportDismissed');
  });
  bind(getReportDetails, ({ viewer, params }) =>
    moderation.getReportDetails(viewer, params.reportId),
  );
  bind(getReportContext, ({ viewer, params }) =>
    moderation.getReportContext(viewer, params.reportId),
  );
  bind(assignReport, async ({ viewer, params, body }) => {
    await moderation.assignReport(viewer, { ...params, ...body });
    return success(body.userId === null ? 'success.reportUnassigned' : 'success.reportAssigned');
  });
  bind(addModerationNote, async ({ viewer, idempotency, params, body }) => {
    await moderation.addModerationNote(viewer, idempotency, { ...params, ...body });
    return success('success.noteAdded');
  });
  bind(messageReporter, async ({ viewer, idempotency, params, body }) => {
    await moderation.messageReporter(viewer, idempotency, { ...params, ...body });
    return success('success.reporterMessaged');
  });
}
