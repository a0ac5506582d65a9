import type { AuditEntry } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { toCsvList } from '../../../platform/csv/csv-list.ts';
import type { Download } from '../../../platform/download.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { readAuditEntries } from './audit.queries.ts';
import type { AuditFilter } from './audit.queries.ts';

const pageSize = 500;

const header = [
  'Time',
  'Action',
  'Actor',
  'Account',
  'Target type',
  'Target id',
  'Reason',
  'Details',
];

/** The entries of the audit log as a CSV file, the latest first. */
export function exportAudit(
  database: Database,
  { userId: viewerId }: Viewer,
  { filter, now }: { filter: AuditFilter; now: Date },
): Download {
  async function* readPages() {
    for (let afterId: string | null = null; ;) {
      const range = { afterId, skip: 0, take: pageSize };
      const entries: AuditEntry[] = await readAuditEntries(database, { viewerId, filter }, range);
      yield entries.map(toRow);
      if (entries.length < pageSize) return;
      afterId = entries.at(-1)?.id ?? null;
    }
  }
  const content = toCsvList(readPages(), { header, escapesFormulas: true });
  return { fileName: `audit-log-${now.toISOString().slice(0, 10)}.csv`, content };
}

function toRow(entry: AuditEntry): string[] {
  const { createdAt, action, actor, isCommandLine, user, targetType, targetId, reason } = entry;
  return [
    createdAt,
    action,
    isCommandLine ? 'command line' : (actor?.username ?? ''),
    user?.username ?? '',
    targetType ?? '',
    targetId ?? '',
    reason ?? '',
    Object.keys(entry.details).length === 0 ? '' : JSON.stringify(entry.details),
  ];
}
