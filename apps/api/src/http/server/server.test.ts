import { expect, it } from 'vitest';
import { toConnectionsMax } from './server.ts';

it.each([
  [Infinity, 12_000],
  [1_000_000, 12_000],
  [20_000, 12_000],
  [16_000, 10_800],
  [4096, 1948],
  [1024, 412],
  [64, 1],
])(
  'with a limit of %d open files the server accepts %d connections',
  (openFilesMax, connections) => {
    expect(toConnectionsMax(openFilesMax)).toBe(connections);
  },
);
