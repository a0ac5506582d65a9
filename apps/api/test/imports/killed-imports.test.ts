import type { Import, PostsImport } from '@skein/contracts/imports';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { insertCrowd } from '../support/factories/crowd.ts';
import { register, sendRequest } from '../support/http/requests.ts';
import type { TestResponse } from '../support/http/requests.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { aPost, toOutbox } from './archives.ts';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startTestPostgres();
});

afterAll(() => postgres.close());

function toForm(file: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file]), 'file');
  return form;
}

it('loses and repeats no post of an archive when the server is killed during the import', async () => {
  let server = startTestServer(postgres);
  let address = await server.ready;
  const { id: userId, token } = await register(address, 'ada');
  const postsCount = 20_000;
  const outbox = toOutbox(Array.from({ length: postsCount }, (_, number) => aPost(number)));
  const importAll = (): Promise<TestResponse> =>
    sendRequest(address, { path: '/api/users/me/imported-posts', token, body: toForm(outbox) });
  const countPosts = () => postgres.database.importedPost.count({ where: { userId } });

  const interrupted = importAll().catch(() => undefined);
  await vi.waitFor(async () => expect(await countPosts()).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 5,
  });
  server.child.kill('SIGKILL');
  await Promise.all([server.exited, interrupted]);
  const storedCount = await countPosts();
  expect(storedCount).toBeLessThan(postsCount);

  server = startTestServer(postgres);
  address = await server.ready;
  const { status, body } = await importAll();
  expect(status).toBe(201);
  expect(body as PostsImport).toMatchObject({
    addedCount: postsCount - storedCount,
    unchangedCount: storedCount,
    excessCount: 0,
  });
  expect(await countPosts()).toBe(postsCount);
  server.child.kill('SIGTERM');
  await server.exited;
}, 180_000);

it('reports all follows as added when the server is killed during their import', async () => {
  let server = startTestServer(postgres);
  let address = await server.ready;
  const { id: userId, token } = await register(address, 'ben');
  await insertCrowd(postgres.database, 500);
  const crowd = await postgres.database.user.findMany({
    where: { email: { endsWith: '@crowd.example' } },
  });
  const csv = crowd.map(({ username }) => username).join('\n');
  const uploaded = await sendRequest(address, {
    path: '/api/users/me/imports',
    token,
    body: toForm(csv, { kind: 'follows' }),
  });
  const { id } = uploaded.body as Import;
  await sendRequest(address, {
    path: `/api/users/me/imports/${id}/start`,
    method: 'POST',
    token,
  });
  const countFollows = () => postgres.database.follow.count({ where: { followerId: userId } });
  await vi.waitFor(async () => expect(await countFollows()).toBeGreaterThan(10), {
    timeout: 60_000,
    interval: 5,
  });
  server.child.kill('SIGKILL');
  await server.exited;
  expect(await countFollows()).toBeLessThan(crowd.length);

  server = startTestServer(postgres);
  address = await server.ready;
  const getImport = async () => {
    const { body } = await sendRequest(address, { path: '/api/users/me/imports', token });
    return (body as Import[])[0];
  };
  await vi.waitFor(async () => expect((await getImport())?.status).toBe('done'), {
    timeout: 60_000,
    interval: 200,
  });
  expect(await getImport()).toMatchObject({
    addedCount: crowd.length,
    unchangedCount: 0,
    processedCount: crowd.length,
  });
  expect(await countFollows()).toBe(crowd.length);
  server.child.kill('SIGTERM');
  await server.exited;
}, 180_000);
