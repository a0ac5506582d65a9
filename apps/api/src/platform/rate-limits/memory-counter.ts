import { LRUCache } from 'lru-cache';
import { keyCacheOptions, toCount } from './counters.ts';
import type { Counter, Now, WindowRule } from './counters.ts';

/** Counts in the memory of this server. */
export function createMemoryCounter({ max, seconds }: WindowRule, now: Now): Counter {
  const windows = new LRUCache<string, { used: number; endsAt: number }>(keyCacheOptions);
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
