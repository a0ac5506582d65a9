import { insightPeriods } from '@skein/contracts/insights';
import { readInsights } from '../../../modules/insights/index.ts';
import { readAuditEntries } from '../../../modules/moderation/index.ts';
import { readUsage } from '../../../modules/monitoring/index.ts';
import { OperationError } from '../operation-error.ts';
import type { AdminCommand } from './command.ts';
import { describeAuditEntry } from './describe-audit-entry.ts';
import { describeInsights } from './describe-insights.ts';
import { describeUsage } from './describe-usage.ts';
import { jsonOption, limitOption, printList, readLimit, readText } from './options.ts';
import { readStats } from './stats.queries.ts';

const repair: AdminCommand = {
  name: 'repair',
  parameters: [],
  description: 'correct counters, lists and search documents that differ from their rows',
  async run(context) {
    const repaired = await context.repair();
    if (repaired.length === 0) return ['Nothing to repair.'];
    await context.repository.recordAction({
      action: 'repair',
      details: Object.fromEntries(repaired.map(({ name, rows }) => [name, rows])),
    });
    return repaired.map(
      ({ name, rows }) => `${name}: ${rows} ${rows === 1 ? 'row' : 'rows'} repaired.`,
    );
  },
};

const stats: AdminCommand = {
  name: 'stats',
  parameters: [],
  description: 'print statistics of the instance',
  async run({ database, clock }) {
    const values = await readStats(database, clock.now());
    const rows: [string, string | number][] = [
      ['users', values.users],
      ['administrators', values.administrators],
      ['suspended', values.suspended],
      ['active within a day', values.activeInDay],
      ['active within a week', values.activeInWeek],
      ['active within 30 days', values.activeInMonth],
      ['threads', values.threads],
      ['replies', values.replies],
      ['likes', values.likes],
      ['messages', values.messages],
      ['media', `${values.mediaFiles} (${toMegabytes(values.mediaBytes)})`],
      ['open reports', values.openReports],
      ['database', toMegabytes(values.databaseBytes)],
    ];
    const width = Math.max(...rows.map(([label]) => label.length));
    return rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`);
  },
};

const insights: AdminCommand = {
  name: 'insights',
  parameters: [],
  options: {
    days: { type: 'string', description: `${insightPeriods.join(', ')}; 30 by default` },
    csv: { type: 'boolean', description: 'comma-separated values' },
  },
  description: 'print the numbers of each day',
  async run({ database, clock }, { options }) {
    const days = insightPeriods.find((period) => period === (options['days'] ?? '30'));
    if (days === undefined) {
      throw new OperationError(`--days must be one of ${insightPeriods.join(', ')}.`);
    }
    const rows = await readInsights(database, Number(days), clock.now());
    return describeInsights(rows, { isCsv: options['csv'] === true });
  },
};

const usage: AdminCommand = {
  name: 'usage',
  parameters: [],
  options: { json: jsonOption },
  description: 'print the storage, the busiest accounts, the background jobs and slow queries',
  async run({ database }, { options }) {
    const found = await readUsage(database);
    return options['json'] === true ? [JSON.stringify(found, null, 2)] : describeUsage(found);
  },
};

const audit: AdminCommand = {
  name: 'audit',
  parameters: [],
  options: {
    limit: limitOption,
    actor: { type: 'string', description: 'only actions of this username' },
    person: { type: 'string', description: 'only actions on the account with this username' },
    action: { type: 'string', description: 'only this action, such as suspend' },
    json: jsonOption,
  },
  description: 'print the audit log, newest entry first',
  async run({ database }, { options }) {
    const take = readLimit(options['limit']);
    const filter = {
      actor: readText(options['actor']),
      person: readText(options['person']),
      action: readText(options['action']),
    };
    const selection = { viewerId: null, filter };
    const entries = await readAuditEntries(database, selection, { afterId: null, skip: 0, take });
    return printList(entries, {
      isJson: options['json'] === true,
      empty: 'There are no entries.',
      describe: describeAuditEntry,
    });
  },
};

export const instanceCommands: readonly AdminCommand[] = [repair, stats, insights, usage, audit];

function toMegabytes(bytes: bigint): string {
  return `${(Number(bytes) / 1024 / 1024).toFixed(1)} MB`;
}
