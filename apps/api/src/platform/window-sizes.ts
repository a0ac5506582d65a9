// Sizes are literals in SQL statements, and each distinct statement needs its own plan: so few sizes.
const defaultSizes = [40, 120, 480, 2000, 10_200];

// Additional entries, because some are filtered out.
const spare = 8;

/** The number of entries to read for a page of this many threads. */
export function windowFor(threads: number, sizes: readonly number[] = defaultSizes): number {
  return sizes.find((size) => size >= threads + spare) ?? Math.max(...sizes);
}

/** The next larger window after one that contained too few visible entries. */
export function nextWindow(window: number, sizes: readonly number[]): number {
  return sizes.find((size) => size > window) ?? Math.max(...sizes);
}
