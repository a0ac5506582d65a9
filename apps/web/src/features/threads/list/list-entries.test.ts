import { expect, it } from 'vitest';
import { aThread, aThreadPage } from '../../../testing/threads.ts';
import { listEntries } from './list-entries.ts';

it('shows a thread once, at its first place', () => {
  const [a, b, c] = [aThread(), aThread(), aThread()];
  expect(listEntries([aThreadPage([a, b]), aThreadPage([b, c, a])])).toEqual([a, b, c]);
});
