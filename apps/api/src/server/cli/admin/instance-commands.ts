import { readAuditEntries } from '../../../modules/moderation/index.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { describeAuditEntry } from './describe-audit-entry.ts';
import { readStats } from './stats.queries.ts';

const repair: AdminCommand = {
  name: 'repair',
  parameters: [],
  says: 'correct counters, lists and search documents that differ from their rows',
  async run(context) {
    const mended = await context.repair();
    if (mended.length === 0) return ['Nothing to repair.'];
    await context.repository.note({
      action: 'repair',
      details: Object.fromEntries(mended.map(({ name, rows }) => [name, rows])),
    });
    return mended.map(
      ({ name, rows }) => `${name}: ${rows} ${rows === 1 ? 'row' : 'rows'} mended.`,
    );
  },
};

const stats: AdminCommand = {
  name: 'stats',
  parameters: [],
  says: 'print figures of the instance',
  async run({ database, clock }) {
    const found = await readStats(database, clock.now());
    const figures: [string, string | number][] = [
      ['people', found.people],
      ['administrators', found.administrators],
      ['suspended', found.suspended],
      ['active within a day', found.activeInDay],
      ['active within a week', found.activeInWeek],
      ['active within 30 days', found.activeInMonth],
      ['threads', found.threads],
      ['replies', found.replies],
      ['likes', found.likes],
      ['messages', found.messages],
      ['media', `${found.mediaFiles} (${toMegabytes(found.mediaBytes)})`],
      ['open reports', found.openReports],
      ['database', toMegabytes(found.databaseBytes)],
    ];
    const width = Math.max(...figures.map(([label]) => label.length));
    return figures.map(([label, figure]) => `${label.padEnd(width)}  ${figure}`);
  },
};

const auditEntriesMax = 10_000;
const auditEntriesByDefault = 50;

const audit: AdminCommand = {
  name: 'audit',
  parameters: [],
  options: {
    limit: { type: 'string', says: `at most so many entries; ${auditEntriesByDefault} by default` },
    json: { type: 'boolean', says: 'one JSON object per line' },
  },
  says: 'print the audit log, the latest entry first',
  async run({ database }, { options }) {
    const take = readLimit(options['limit']);
    const entries = await readAuditEntries(database, { afterId: null, skip: 0, take });
    if (options['json'] === true) return entries.map((entry) => JSON.stringify(entry));
    return entries.length === 0 ? ['The audit log is empty.'] : entries.map(describeAuditEntry);
  },
};

export const instanceCommands: readonly AdminCommand[] = [repair, stats, audit];

/** @throws OperationError */
function readLimit(option: string | boolean | undefined): number {
  const limit = Number(option ?? auditEntriesByDefault);
  if (Number.isInteger(limit) && limit >= 1 && limit <= auditEntriesMax) return limit;
  throw new OperationError(`--limit must be a whole number from 1 to ${auditEntriesMax}.`);
}

function toMegabytes(bytes: bigint): string {
  return `${(Number(bytes) / 1024 / 1024).toFixed(1)} MB`;
}
