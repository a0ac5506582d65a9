import { expect, it } from 'vitest';
import { sparklinePoints } from './sparkline-points.ts';

it('goes from left to right, the highest count at the top', () => {
  expect(sparklinePoints([0, 5, 10], { width: 100, height: 20 })).toBe('0,20 50,10 100,0');
});

it('stays on the ground without any', () => {
  expect(sparklinePoints([0, 0], { width: 10, height: 20 })).toBe('0,20 10,20');
});
