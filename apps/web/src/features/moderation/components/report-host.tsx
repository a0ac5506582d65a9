import { LazyLayer } from '../../../ui/layout/lazy-layer.tsx';
import { closeReport, useReportRequest } from '../../../lib/report-request.ts';

const loadDialog = async () => (await import('./report-dialog.tsx')).ReportDialog;

/** Where the report dialog appears. Stands once, in the shell. */
export function ReportHost() {
  return <LazyLayer request={useReportRequest()} load={loadDialog} onClose={closeReport} />;
}
