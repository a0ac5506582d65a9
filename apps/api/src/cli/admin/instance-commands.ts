import { recordCommand } from './admin.repository.ts';
import type { AdminCommand } from './command.ts';
import { readStats } from './stats.queries.ts';

const repair: AdminCommand = {
  name: 'repair',
  parameters: [],
  description: 'correct counters, lists and search documents that differ from their rows',
  async run(context) {
    const repaired = await context.repair();
    if (repaired.length === 0) return ['Nothing to repair.'];
    await recordCommand(context.database, {
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

const reindex: AdminCommand = {
  name: 'reindex',
  parameters: [],
  description:
    'rebuild the indexes of the database while servers run, for example after a damaged disk',
  async run(context) {
    const tables = await context.reindex();
    await recordCommand(context.database, { action: 'repair', details: { reindexed: tables } });
    return [`Rebuilt the indexes of ${tables} tables.`];
  },
};

export const instanceCommands: readonly AdminCommand[] = [repair, reindex, stats];

function toMegabytes(bytes: bigint): string {
  return `${(Number(bytes) / 1024 / 1024).toFixed(1)} MB`;
}
