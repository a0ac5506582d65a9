import type { AdminCommand } from './command.ts';
import { readStats } from './stats.queries.ts';

const repair: AdminCommand = {
  name: 'repair',
  parameters: [],
  says: 'set counters and lists right that differ from what they count',
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

export const instanceCommands: readonly AdminCommand[] = [repair, stats];

function toMegabytes(bytes: bigint): string {
  return `${(Number(bytes) / 1024 / 1024).toFixed(1)} MB`;
}
