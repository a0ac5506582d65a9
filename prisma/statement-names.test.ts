import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

test('equal statements share a name, different statements do not', () => {
  const getName = createStatementNames();
  const name = getName({ sql: 'SELECT 1' });
  expect(getName({ sql: 'SELECT 1' })).toBe(name);
  expect(getName({ sql: 'SELECT 2' })).not.toBe(name);
  expect(createStatementNames()({ sql: 'SELECT 1' })).toBe(name);
});

test('the number of named statements is limited', () => {
  const getName = createStatementNames();
  const names = Array.from({ length: 600 }, (_, index) => getName({ sql: `SELECT ${index}` }));
  expect(names.filter((name) => name !== '')).toHaveLength(500);
  expect(getName({ sql: 'SELECT 0' })).toBe(names[0]);
});
