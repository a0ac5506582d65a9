import type { Import, PostsImport } from '@skein/contracts/imports';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { insertCrowd } from '../support/factories/crowd.ts';
import { register, sendRequest } from '../support/http/requests.ts';
import type { TestResponse } from '../support/http/requests.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import type { ServerProcess } from '../support/servers/server-process.ts';
import { startSharedTestServer } from '../support/servers/test-server.ts';
import { aPost, toOutbox } from './archives.ts';

let postgres: TestPostgres;
let server: ServerProcess;
let address: string;

const start = async () => {
  server = startSharedTestServer(postgres);
  address = await server.ready;
};

beforeAll(async () => {
  postgres = await startTestPostgres();
  await start();
});

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exited;
  await postgres.close();
});

function toForm(file: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([file]), 'file');
  return form;
}

it('loses and repeats no post of an archive when the server is killed during the import', async () => {
  const { id: userId, token } = await register(address, 'ada');
  const postsCount = 8000;
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

  await start();
  const { status, body } = await importAll();
  expect(status).toBe(201);
  expect(body as PostsImport).toMatchObject({
    addedCount: postsCount - storedCount,
    unchangedCount: storedCount,
    excessCount: 0,
  });
  expect(await countPosts()).toBe(postsCount);
}, 180_000);

it('reports all follows as added when the server is killed during their import', async () => {
  const { id: userId, token } = await register(address, 'ben');
  await insertCrowd(postgres.database, 200);
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

  await start();
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
}, 180_000);
