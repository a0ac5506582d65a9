import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

test('the search form of a name follows each change of the name or username', async () => {
  const { url, drop } = await cloneDatabase(inject('templateUrl'));
  onTestFinished(drop);
  await query(
    url,
    `INSERT INTO users (id, email, username, name, password_hash)
     SELECT gen_random_uuid(), n || '@example.org', 'user' || n, 'Jörg Öztürk', 'x'
     FROM generate_series(1, 3) n`,
  );
  await query(url, `UPDATE users SET name = 'Zoë' WHERE username = 'user2'`);
  await query(url, `UPDATE users SET username = 'user4' WHERE username = 'user3'`);
  expect(await query(url, 'SELECT folded_names FROM users ORDER BY username')).toEqual([
    { folded_names: 'jorg ozturk @user1' },
    { folded_names: 'zoe @user2' },
    { folded_names: 'jorg ozturk @user4' },
  ]);
});
