import type { Transaction } from '@skein/db';
import type { DirectEvent } from '../outbox/federation-event.ts';
import { findForwardedReport } from './reports.repository.ts';

/** Forwards a report to the server of the reported account. The reporter is not named. */
export async function prepareFlag(
  _deps: object,
  { reference, objectUri }: DirectEvent,
  tx: Transaction,
): Promise<object | null> {
  const report = await findForwardedReport(tx, reference);
  if (report === null) return null;
  return {
    type: 'Flag',
    to: [objectUri],
    content: report.note ?? '',
    object: [objectUri, ...(report.threadUri === null ? [] : [report.threadUri])],
  };
}
