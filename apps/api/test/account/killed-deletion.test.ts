import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sendRequest, register } from '../support/http/requests.ts';
import { insertCrowd } from '../support/factories/crowd.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startTestPostgres();
});

afterAll(() => postgres.close());

const threadsCount = 1600;

/** Threads of one user: each has a like, every second one a reply. */
async function insertThreads(authorId: string): Promise<void> {
  await insertCrowd(postgres.database, 50);
  await postgres.database.$executeRaw`
    WITH fan AS (
      SELECT id, row_number() OVER () AS n FROM users WHERE email LIKE '%@crowd.example'
    ), thread AS (
      INSERT INTO threads (id, author_id, content, likes_count, replies_count)
      SELECT gen_random_uuid(), ${authorId}::uuid, 'Words', 1, n % 2
      FROM generate_series(1, ${threadsCount}::int) n RETURNING id, author_id, replies_count
    ), numbered AS (
      SELECT *, 1 + row_number() OVER () % 50 AS n FROM thread
    ), entry AS (
      INSERT INTO feed_entries (key, actor_id, thread_id) SELECT id, author_id, id FROM thread
    ), liked AS (
      INSERT INTO likes (user_id, thread_id) SELECT fan.id, numbered.id FROM numbered JOIN fan USING (n)
    ), reply AS (
      INSERT INTO threads (id, author_id, type, content, parent_id, root_id, level, path)
      SELECT gen_random_uuid(), fan.id, 'reply', 'Yes', numbered.id, numbered.id, 1, 'x'
      FROM numbered JOIN fan USING (n) WHERE replies_count = 1
    )
    UPDATE users SET threads_count = ${threadsCount}::int WHERE id = ${authorId}::uuid`;
}

it('resumes a deletion after the server was killed, while the account stays hidden', async () => {
  let server = startTestServer(postgres);
  let address = await server.ready;
  const [ada, ben] = [await register(address, 'ada'), await register(address, 'ben')];
  await insertThreads(ada.id);
  const countRemaining = () => postgres.database.thread.count({ where: { authorId: ada.id } });
  const readFeed = async () =>
    (await sendRequest(address, { path: '/api/threads', token: ben.token })).body;
  expect(await readFeed()).not.toMatchObject({ content: [] });

  // The username that `register` has assigned.
  const body = { password: 'correct horse battery' };
  const deletion = sendRequest(address, {
    method: 'DELETE',
    path: '/api/users/me',
    token: ada.token,
    body,
  });
  const deletionEnded = deletion.catch(() => undefined);
  await vi.waitFor(async () => expect(await countRemaining()).toBeLessThan(threadsCount), {
    timeout: 20_000,
    interval: 10,
  });
  expect(await readFeed()).toMatchObject({ content: [] });
  server.child.kill('SIGKILL');
  await Promise.all([server.exited, deletionEnded]);
  const remaining = await countRemaining();
  expect(remaining).toBeGreaterThan(0);
  expect(await findCounterDrift(postgres.url)).toEqual([]);

  server = startTestServer(postgres);
  address = await server.ready;
  expect(await readFeed()).toMatchObject({ content: [] });
  await vi.waitFor(
    async () => expect(await postgres.database.user.count({ where: { id: ada.id } })).toBe(0),
    { timeout: 60_000, interval: 100 },
  );
  // Replies of others remain, below stubs without an author.
  expect(await postgres.database.thread.count({ where: { authorId: null } })).toBe(
    threadsCount / 2,
  );
  expect(await postgres.database.thread.count({ where: { type: 'reply' } })).toBe(threadsCount / 2);
  expect(await findCounterDrift(postgres.url)).toEqual([]);
}, 120_000);
