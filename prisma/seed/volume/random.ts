/** Returns numbers from 0 to 1 (exclusive), determined by the seed. */
export type Random = () => number;

/** A small fast generator (mulberry32), only for test data. */
export function createRandom(seed: number, stream: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Picks an item with uniform probability. */
export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item;
export function pick<Item>(random: Random, items: readonly Item[]): Item | undefined;
export function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

/** Picks an item of a list ordered by frequency, with a distribution like that of words. */
export function pickByRank(random: Random, items: readonly string[]): string {
  return items[Math.floor(items.length ** (random() ** 1.5)) - 1] ?? '';
}
