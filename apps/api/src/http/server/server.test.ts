import { expect, it } from 'vitest';
import { connectionsWithin } from './server.ts';

it.each([
  [Infinity, 10_000],
  [1_000_000, 10_000],
  [4096, 1948],
  [1024, 412],
  [64, 1],
])('with %d open files allowed takes %d connections', (openFilesMax, connections) => {
  expect(connectionsWithin(openFilesMax)).toBe(connections);
});
