/** The periods of insights in days, today included. */
export const insightPeriods = ['7', '30', '90'] as const;

export type InsightPeriod = (typeof insightPeriods)[number];

/** The columns of the table and the CSV file, in order. */
export const insightColumns = [
  'day',
  'activeUsers',
  'joinedUsers',
  'leftUsers',
  'threads',
  'replies',
  'messages',
  'reports',
  'mediaBytes',
  'requests',
  'medianMs',
  'p95Ms',
] as const;

/** The numbers of a day. Null is unknown. */
type Day = Readonly<Record<(typeof insightColumns)[number], string | number | null>>;

/** A CSV file (RFC 4180) with a row per day. Unknown values are empty. */
export function toInsightsCsv(days: readonly Day[]): string {
  const rows = days.map((day) => insightColumns.map((column) => day[column] ?? ''));
  return [insightColumns, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
