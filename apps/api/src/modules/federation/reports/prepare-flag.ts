import type { Transaction } from '@skein/db';
import { activityStreams } from '../../../platform/activity-streams.ts';
import type { DocumentDependencies } from '../documents/documents.ts';
import { toPrepared } from '../outbox/prepared-activity.ts';
import type { FederationEvent, PreparedActivity } from '../outbox/prepared-activity.ts';
import { findForwardedReport } from './reports.repository.ts';

/** Forwards a report to the server of the reported account. The reporter is not named. */
export async function prepareFlag(
  { addresses }: DocumentDependencies,
  tx: Transaction,
  { id, actorId, reference, objectInbox, objectUri }: FederationEvent,
): Promise<PreparedActivity | null> {
  const report = reference === null ? null : await findForwardedReport(tx, reference);
  if (report === null || objectInbox === null) return null;
  const activity = {
    '@context': activityStreams,
    id: addresses.activity(id),
    type: 'Flag',
    actor: addresses.actor(actorId),
    to: [objectUri],
    content: report.note ?? '',
    object: [objectUri, ...(report.threadUri === null ? [] : [report.threadUri])],
  };
  return toPrepared(activity, [objectInbox]);
}
