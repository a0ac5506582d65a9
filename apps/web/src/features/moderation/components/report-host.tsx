import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { closeReport, useReportRequest } from '../../../lib/report-request.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

const loadReportDialog = () =>
  withMessages(
    async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }),
    'users',
    'overlays',
  );

/** Renders the report dialog. Mounted once, in the shell. */
export function ReportHost() {
  return <LazyOverlay request={useReportRequest()} load={loadReportDialog} onClose={closeReport} />;
}
