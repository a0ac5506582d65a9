import { expect, it } from 'vitest';
import { sparklinePoints } from './sparkline-points.ts';

it('runs from left to right with the highest count at the top', () => {
  expect(sparklinePoints([0, 5, 10], { width: 100, height: 20 })).toBe('0,20 50,10 100,0');
});

it('stays at the bottom if all counts are 0', () => {
  expect(sparklinePoints([0, 0], { width: 10, height: 20 })).toBe('0,20 10,20');
});
