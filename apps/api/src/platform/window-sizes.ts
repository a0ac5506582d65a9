// They are written into statements, and every text is a plan of its own: so there are few.
const sizes = [40, 120, 480, 2000, 10_200];

// Entries beyond the wanted ones, for those that are not shown.
const spare = 8;

/** How many entries to look at for so many threads. */
export function windowFor(threads: number): number {
  return sizes.find((size) => size >= threads + spare) ?? largest;
}

/** After a window that gave too little. */
export function nextWindow(window: number): number {
  return sizes.find((size) => size > window) ?? largest;
}

const largest = Math.max(...sizes);
