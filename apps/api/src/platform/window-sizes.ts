// Sizes are literals in SQL statements, and each distinct statement needs its own plan: so few sizes.
const sizes = [40, 120, 480, 2000, 10_200];

// Additional entries, because some are filtered out.
const spare = 8;

/** The number of entries to read for a page of this many threads. */
export function windowFor(threads: number): number {
  return sizes.find((size) => size >= threads + spare) ?? largest;
}

/** The next larger window after one that contained too few visible entries. */
export function nextWindow(window: number): number {
  return sizes.find((size) => size > window) ?? largest;
}

const largest = Math.max(...sizes);
