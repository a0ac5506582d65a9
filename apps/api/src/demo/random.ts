/** Returns numbers from 0 to 1 (exclusive). The same seed results in the same numbers. */
export type Random = () => number;

/** A small generator (mulberry32) for demo data. Not suitable for secrets. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number from `low` to `high` (exclusive). */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** Picks one item with equal probability. */
export function pick<const Items extends readonly [unknown, ...unknown[]]>(
  random: Random,
  items: Items,
): Items[number] {
  return items[Math.floor(random() * items.length)] ?? items[0];
}
