import { expect, it } from 'vitest';
import { aThread, aThreadPage } from '../../../testing/threads.ts';
import { listEntries } from './list-entries.ts';

it('lists a thread once, at its first position', () => {
  const [a, b, c] = [aThread(), aThread(), aThread()];
  expect(listEntries([aThreadPage([a, b]), aThreadPage([b, c, a])])).toEqual([a, b, c]);
});
