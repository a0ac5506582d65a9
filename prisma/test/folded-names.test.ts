import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { migrationsDirectory } from '../migration/files.ts';
import { cloneDatabase } from '../testing/index.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

const columnAdded = '20261123064500_users_folded_names_column';
/** More than one batch of the migration. */
const usersCount = 4500;

test('a migration fills the search form of all names, and later changes update it', async () => {
  const template = new URL(inject('templateUrl'));
  template.pathname = '/template1';
  const { url, drop } = await cloneDatabase(template.href);
  onTestFinished(drop);
  const earlier = makeTemporaryDirectory('skein-migrations-');
  onTestFinished(() => rmSync(earlier, { recursive: true }));
  for (const name of readdirSync(migrationsDirectory)) {
    if (name < columnAdded || name === 'migration_lock.toml')
      cpSync(join(migrationsDirectory, name), join(earlier, name), { recursive: true });
  }
  await migrate(url, { directory: earlier, log: () => undefined });
  await query(
    url,
    `INSERT INTO users (id, email, username, name, password_hash)
     SELECT gen_random_uuid(), n || '@example.org', 'user' || n, 'Jörg Öztürk', 'x'
     FROM generate_series(1, ${usersCount}) n`,
  );
  await migrate(url, { log: () => undefined });
  const expected = `search_fold(name || ' @' || username)`;
  const countOf = (condition: string) =>
    query(url, `SELECT count(*)::int AS count FROM users WHERE ${condition}`);
  expect(await countOf(`folded_names = ${expected}`)).toEqual([{ count: usersCount }]);
  await query(url, `UPDATE users SET name = 'Zoë' WHERE username = 'user7'`);
  expect(await countOf(`folded_names = 'zoe @user7'`)).toEqual([{ count: 1 }]);
});
