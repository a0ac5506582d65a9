import { readFile } from 'node:fs/promises';
import { authResponseSchema } from '@skein/contracts/auth';
import { createDatabase } from '@skein/db';
import { migrate } from '@skein/db/migrate';
import { cloneDatabase, findCounterDrift } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { hash } from 'bcrypt';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

const firstMigration = '20261121021410_foundations';
const password = 'correct horse battery';
const thread = '01a1fc4a-0000-7000-8000-000000000001';
const ben = '01a1fc4a-0000-7000-8000-00000000000b';

let oldDatabase: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  oldDatabase = await createFirstVersion();
  await migrate(oldDatabase.url, { log: () => undefined });
  api = await startTestApi({ databaseUrl: oldDatabase.url });
});

afterAll(async () => {
  await api.close();
  await oldDatabase.drop();
});

/** Creates a database of the first version with some users and threads. */
async function createFirstVersion(): Promise<TestDatabase> {
  // PostgreSQL's own empty template instead of the migrated one.
  const template = Object.assign(new URL(inject('templateUrl')), { pathname: '/template1' });
  const empty = await cloneDatabase(template.href);
  await migrate(empty.url, { log: () => undefined, only: new Set([firstMigration]) });
  const database = createDatabase({ url: empty.url, onError: () => undefined });
  const rows = await readFile(new URL('first-version.sql', import.meta.url), 'utf8');
  for (const statement of rows.split(/;\n/)) await database.$executeRawUnsafe(statement);
  const passwordHash = await hash(password, 4);
  await database.$executeRaw`UPDATE users SET password_hash = ${passwordHash}`;
  await database.$disconnect();
  return empty;
}

async function signIn(name: string) {
  const login = { email: `${name}@example.org`, password };
  const response = await api.request.post('/api/auth/login').send(login).expect(200);
  const { token } = authResponseSchema.parse(response.body);
  const auth = { Authorization: `Bearer ${token}` };
  return {
    async get(path: string): Promise<unknown> {
      return (await api.request.get(`/api${path}`).set(auth).expect(200)).body;
    },
    async post(path: string, body: object): Promise<void> {
      await api.request.post(`/api${path}`).set(auth).send(body).expect(201);
    },
  };
}

it('shows users of the first version all their data', async () => {
  const ada = await signIn('ada');
  expect(await ada.get('/threads')).toMatchObject({
    content: [{ id: thread, likesCount: 1, repliesCount: 1, media: [{ width: 40, height: 30 }] }],
  });
  const replies = { content: [{ content: 'How bright they are' }] };
  expect(await ada.get(`/threads/${thread}/replies`)).toMatchObject(replies);
  const notifications = { content: [{ type: 'like', actors: [{ username: 'ben' }] }] };
  expect(await ada.get('/notifications')).toMatchObject(notifications);
  expect(await ada.get('/chat/conversations')).toMatchObject([{ unreadCount: 1 }]);
  const messages = [{ content: 'Are you coming?' }, { content: 'On my way' }];
  expect(await ada.get(`/chat/conversation/${ben}`)).toMatchObject({ content: messages });
});

it('finds old data through indexes that were added later', async () => {
  const reader = await signIn('ben');
  const found = { content: [{ id: thread, isLiked: true }] };
  expect(await reader.get('/threads/search?q=lanterns')).toMatchObject(found);
  expect(await reader.get('/users/search?q=love')).toMatchObject([{ username: 'ada' }]);
});

it('accepts new messages and threads', async () => {
  const ada = await signIn('ada');
  const reader = await signIn('ben');
  await ada.post('/chat/send', { receiverId: ben, content: 'We wait for you' });
  expect(await reader.get('/chat/unread-count')).toEqual({ count: 1, requestsCount: 0 });
  await reader.post('/threads', { content: 'Home again', parentThreadId: thread });
  expect(await ada.get(`/threads/${thread}`)).toMatchObject({ repliesCount: 2 });
  expect(await findCounterDrift(oldDatabase.url)).toEqual([]);
});
