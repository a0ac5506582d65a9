/** The first column is aligned left, the others right. */
export function formatTable(table: readonly string[][]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  );
  return table
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function formatMs(value: number | null): string {
  return value === null ? '-' : value.toFixed(2);
}
