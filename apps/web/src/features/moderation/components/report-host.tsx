import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { closeReport, useReportRequest } from '../../../lib/report-request.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

const loadDialog = () =>
  withMessages(
    async () => (await import('./report-dialog.tsx')).ReportDialog,
    'users',
    'userMenu',
    'moderation',
  );

/** Renders the report dialog. Mounted once, in the shell. */
export function ReportHost() {
  return <LazyOverlay request={useReportRequest()} load={loadDialog} onClose={closeReport} />;
}
