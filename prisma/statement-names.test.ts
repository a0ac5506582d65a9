import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

test('equal statements share a name, different statements do not', () => {
  const nameOf = createStatementNames();
  const name = nameOf({ sql: 'SELECT 1' });
  expect(nameOf({ sql: 'SELECT 1' })).toBe(name);
  expect(nameOf({ sql: 'SELECT 2' })).not.toBe(name);
  expect(createStatementNames()({ sql: 'SELECT 1' })).toBe(name);
});

test('the number of named statements is limited', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 600 }, (_, index) => nameOf({ sql: `SELECT ${index}` }));
  expect(names.filter((name) => name !== '')).toHaveLength(500);
  expect(nameOf({ sql: 'SELECT 0' })).toBe(names[0]);
});
