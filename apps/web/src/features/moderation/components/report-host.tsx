import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { closeReport, useReportRequest } from '../../../lib/report-request.ts';
import { withMessages } from '../../../i18n/load-messages.ts';

const ReportDialog = lazyComponent(() =>
  withMessages(async () => (await import('./report-dialog.tsx')).ReportDialog, 'users', 'overlays'),
);

/** Renders the report dialog. Mounted once, in the shell. */
export function ReportHost() {
  return <LazyOverlay request={useReportRequest()} Layer={ReportDialog} onClose={closeReport} />;
}
