import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

test('equal texts share a name, different texts do not', () => {
  const nameOf = createStatementNames();
  const name = nameOf({ sql: 'SELECT 1' });
  expect(nameOf({ sql: 'SELECT 1' })).toBe(name);
  expect(nameOf({ sql: 'SELECT 2' })).not.toBe(name);
  expect(createStatementNames()({ sql: 'SELECT 1' })).toBe(name);
});

test('a client that never repeats itself does not fill the server with statements', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 600 }, (_, index) => nameOf({ sql: `SELECT ${index}` }));
  expect(names.filter((name) => name !== '')).toHaveLength(500);
  expect(nameOf({ sql: 'SELECT 0' })).toBe(names[0]);
});
