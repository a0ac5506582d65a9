import { LRUCache } from 'lru-cache';
import { toCount } from './counters.ts';
import type { Counter, Now, WindowRule } from './counters.ts';

/** Limits the memory: the keys that were not used for the longest time are forgotten. */
const keysMax = 50_000;

/** Counts in the memory of this server. */
export function createMemoryCounter({ max, seconds }: WindowRule, now: Now): Counter {
  const windows = new LRUCache<string, { used: number; endsAt: number }>({ max: keysMax });
  return {
    consume(key, points) {
      const found = windows.get(key);
      const isCurrent = found !== undefined && found.endsAt > now();
      const window = isCurrent ? found : { used: 0, endsAt: now() + seconds * 1000 };
      const isGranted = window.used + points <= max;
      if (isGranted) {
        window.used += points;
        windows.set(key, window);
      }
      const takeBack = () => {
        window.used -= points;
      };
      return Promise.resolve(toCount({ isGranted, ...window }, { max, seconds }, takeBack));
    },
  };
}
