import { createRandom, pick } from './random.ts';
import { firstNames, lastNames } from './words/names.ts';

export interface PlannedUser {
  username: string;
  name: string;
  bio: string | null;
  location: string | null;
}

const cities =
  'Aarhus Bergen Cork Dakar Évora Faro Ghent Haifa Izmir Jaipur Kyoto Lima Malmö'.split(' ');
const hobbies =
  'baking climbing cycling gardening knitting photography poetry self-hosting trains weaving'.split(
    ' ',
  );

/** Generated users, numbered from 0 by descending popularity. */
export function planUsers(seed: number, count: number): PlannedUser[] {
  const random = createRandom(seed, -1);
  return Array.from({ length: count }, (_, number) => {
    const first = pick(random, firstNames) ?? '';
    const last = pick(random, lastNames) ?? '';
    return {
      username: `${first}.${last}.${number}`.toLowerCase(),
      name: `${first} ${last}`,
      bio:
        random() < 0.7 ? `Mostly ${pick(random, hobbies)}, some ${pick(random, hobbies)}.` : null,
      location: random() < 0.4 ? (pick(random, cities) ?? null) : null,
    };
  });
}
