import { expect, it } from 'vitest';
import { newId } from './ids.ts';

it('ids of one process are in order of creation', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
});
