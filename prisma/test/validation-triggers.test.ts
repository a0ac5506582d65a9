import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

test('the database rejects users and threads that break a rule', async () => {
  const { url, drop } = await cloneDatabase(inject('templateUrl'));
  onTestFinished(drop);
  const run = async (statement: string) => {
    try {
      await query(url, statement);
      return 'accepted';
    } catch (error) {
      return (error as { constraint?: string }).constraint;
    }
  };
  await query(
    url,
    `INSERT INTO users (id, email, username, name, password_hash)
     VALUES (gen_random_uuid(), 'ada@example.org', 'ada', 'Ada', 'x')`,
  );
  await query(
    url,
    `INSERT INTO threads (id, author_id, content) SELECT gen_random_uuid(), id, 'Text' FROM users`,
  );
  const statements = {
    users_name_check: `UPDATE users SET name = ''`,
    users_username_check: `UPDATE users SET username = 'a!'`,
    users_domain_check: `UPDATE users SET domain = 'other.example', username = 'ada@third.example'`,
    users_email_check: `UPDATE users SET email = 'Ada@example.org'`,
    users_credentials_check: `UPDATE users SET password_hash = NULL`,
    users_server_policy_check: `UPDATE users SET server_policy = 'limited'`,
    users_bio_check: `UPDATE users SET bio = repeat('x', 501)`,
    users_location_check: `UPDATE users SET location = repeat('x', 101)`,
    users_phone_number_check: `UPDATE users SET phone_number = repeat('1', 31)`,
    users_website_check: `UPDATE users SET website = 'ftp://example.org'`,
    users_default_audience_check: `UPDATE users SET default_audience = 'mentioned'`,
    users_deleted_check: `UPDATE users SET deleted_at = now()`,
    users_counts_check: `UPDATE users SET threads_count = -1`,
    threads_content_check: `UPDATE threads SET content = repeat('x', 50001)`,
    threads_language_check: `UPDATE threads SET language = repeat('x', 21)`,
    threads_path_check: `UPDATE threads SET path = repeat('x', 401)`,
    threads_type_check: `UPDATE threads SET type = 'reply'`,
    threads_level_check: `UPDATE threads SET type = 'reply', level = 1`,
    threads_deleted_check: `UPDATE threads SET deleted_at = now()`,
    threads_counts_check: `UPDATE threads SET likes_count = -1`,
  };
  for (const [constraint, statement] of Object.entries(statements)) {
    expect(await run(statement)).toBe(constraint);
  }
  expect(await run(`UPDATE users SET name = 'Ada L.', bio = NULL`)).toBe('accepted');
  expect(
    await run(`INSERT INTO users (id, email, username, name, password_hash)
    VALUES (gen_random_uuid(), 'b@example.org', 'b', 'B', 'x')`),
  ).toBe('users_username_check');
});
