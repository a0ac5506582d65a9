import { expect, it } from 'vitest';
import { toConnectionsMax } from './server.ts';

it.each([
  [Infinity, 10_000],
  [1_000_000, 10_000],
  [4096, 1948],
  [1024, 412],
  [64, 1],
])(
  'with a limit of %d open files the server accepts %d connections',
  (openFilesMax, connections) => {
    expect(toConnectionsMax(openFilesMax)).toBe(connections);
  },
);
