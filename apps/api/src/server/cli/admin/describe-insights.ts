import type { DayInsights } from '@skein/contracts/moderation';
import { insightColumns, toInsightsCsv } from '@skein/contracts/insights';

/** The lines of a table of days, or of a CSV file. */
export function describeInsights(
  days: readonly DayInsights[],
  { isCsv }: { isCsv: boolean },
): string[] {
  if (isCsv) return toInsightsCsv(days).trimEnd().split('\r\n');
  const rows = days.map((day) => insightColumns.map((column) => String(day[column] ?? '-')));
  const widths = insightColumns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  return [[...insightColumns], ...rows].map((row) =>
    row.map((value, index) => value.padStart(widths[index] ?? 0)).join('  '),
  );
}
