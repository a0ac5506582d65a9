import { chainFilesMax } from '@skein/contracts/limits';
import { threadSchema } from '@skein/contracts/threads';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { publish as publishThread, readThread } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let ann: User;
let bob: User;
let image: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  [ann, bob] = [await createUser(api), await createUser(api)];
  image = await sampleImage().png().toBuffer();
});

afterAll(() => api.close());

interface Part {
  content?: string;
  files?: number;
}

interface Chain {
  parts: readonly (Part | string)[];
  fields?: Record<string, string | string[]>;
  files?: number;
  key?: string;
}

function send({ parts, fields = {}, files = 0, key }: Chain, as = ann) {
  const request = api.request.post('/api/threads/chain').set(as.auth).field(fields);
  if (key !== undefined) void request.set('Idempotency-Key', key);
  for (const part of parts) {
    void request.field('parts', typeof part === 'string' ? part : JSON.stringify(part));
  }
  for (let index = 0; index < files; index += 1) void request.attach('media', image, 'a.png');
  return request;
}

const publish = async (chain: Chain, as = ann) => {
  const response = await send(chain, as).expect(201);
  return z.array(threadSchema.strict()).parse(response.body);
};

const countRows = async () => [
  await api.database.thread.count(),
  await api.database.media.count(),
  (await api.listFiles()).length,
];

it('publishes parts as replies to each other, with their own files', async () => {
  const poll = JSON.stringify({ question: 'Go on?', options: ['Yes', 'No'], durationMinutes: 60 });
  const parts = [
    { content: 'One #wool' },
    { content: '', files: 2 },
    { content: `Three #wool @${bob.username}`, files: 1 },
  ];
  const focus = ['0.5,-0.2', '', '-1,1'];
  const fields = {
    altText: ['a', '', 'c'],
    focus,
    replyPermission: 'FOLLOWERS',
    contentWarning: 'Long',
  };
  const threads = await publish({ parts, fields: { ...fields, poll }, files: 3 });
  const [first, second, third] = threads;
  expect(threads.map(({ content }) => content)).toEqual(parts.map(({ content }) => content));
  // In lists, only the first part shows that the chain continues.
  expect(threads.map(({ hasChain }) => hasChain)).toEqual([true, false, false]);
  expect(first).toMatchObject({ threadType: 'thread', repliesCount: 1, poll: { totalVotes: 0 } });
  expect(second).toMatchObject({ parentThreadId: first?.id, rootThreadId: first?.id, poll: null });
  expect(third).toMatchObject({ parentThreadId: second?.id, threadLevel: 2, repliesCount: 0 });
  for (const thread of threads) {
    expect(thread).toMatchObject({ contentWarning: 'Long', replyPermission: 'FOLLOWERS' });
  }
  expect(threads.map(({ media }) => media.map(({ altText }) => altText))).toEqual([
    [],
    ['a', null],
    ['c'],
  ]);
  expect(threads.map(({ media }) => media.map((file) => file.focus))).toEqual([
    [],
    [{ x: 0.5, y: -0.2 }, null],
    [{ x: -1, y: 1 }],
  ]);
  const replies = await api.request.get(`/api/threads/${first?.id}/replies`).set(ann.auth);
  expect(replies.body).toMatchObject({ content: [{ id: second?.id }, { id: third?.id }] });
  const unread = await api.request.get('/api/notifications/unread-count').set(bob.auth);
  expect(unread.body).toEqual({ count: 1 });
  const question = await publishThread(api, bob, { fields: { content: 'Wool?' } });
  const reply = { content: 'Yes', parentThreadId: question.id };
  await publishThread(api, ann, { fields: reply });
  expect(await readThread(api, bob, question.id)).toMatchObject({ hasChain: false });
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it.each<[string, Chain, string]>([
  ['a blank part', { parts: [{ content: 'a' }, { content: ' ' }] }, 'parts.1.content'],
  [
    'a text that is too long',
    { parts: [{ content: 'a' }, { content: 'x'.repeat(2001) }] },
    'parts.1.content',
  ],
  ['a part that is not JSON', { parts: [{ content: 'a' }, '{'] }, 'parts.1'],
  ['a single part', { parts: [{ content: 'a' }] }, 'parts'],
  ['eleven parts', { parts: Array.from({ length: 11 }, () => ({ content: 'a' })) }, 'parts'],
  ['a wrong number of files', { parts: [{ content: 'a', files: 1 }, { content: 'b' }] }, 'parts'],
  [
    'a negative number of files',
    { parts: [{ content: 'a', files: -1 }, { content: 'b' }] },
    'parts.0.files',
  ],
])('rejects %s and names it', async (_, chain, path) => {
  const before = await countRows();
  const error = expectError(await send(chain), 'validation_failed');
  expect(error.errors?.map((each) => each.path)).toEqual([path]);
  expect(await countRows()).toEqual(before);
});

it('publishes nothing if a file of a later part is not accepted', async () => {
  const before = await countRows();
  const parts = [{ content: 'a', files: 1 }, { files: 1 }];
  const response = await send({ parts, files: 1 }).attach('media', Buffer.from('text'), 'b.png');
  expectError(response, 'unsupported_media');
  expect(await countRows()).toEqual(before);
  const files = chainFilesMax + 1;
  expectError(
    await send({ parts: [{ content: 'a' }, { content: 'b' }], files }),
    'validation_failed',
  );
});

it('publishes one chain for repeated requests, and not again what was deleted', async () => {
  // Whose earlier uploads cannot count as still running.
  const author = await createUser(api);
  const chain = {
    parts: [{ content: 'Once' }, { content: 'Twice', files: 1 }],
    files: 1,
    key: 'chain',
  };
  const [first, second] = await Promise.all([publish(chain, author), publish(chain, author)]);
  expect(second).toEqual(first);
  for (const { id } of first.toReversed()) {
    await api.request.delete(`/api/threads/${id}`).set(author.auth).expect(200);
  }
  expectError(await send(chain, author), 'not_found');
});

it('stores concurrent chains with the same hashtags and mentions in any order', async () => {
  const [one, two] = [`#left @${ann.username}`, `#right @${bob.username}`];
  const before = await api.database.thread.count();
  await Promise.all(
    [ann, bob, ann, bob].flatMap((author) => [
      publish({ parts: [{ content: one }, { content: two }, { content: one }] }, author),
      publish({ parts: [{ content: two }, { content: one }, { content: two }] }, author),
      api.request
        .post('/api/threads')
        .set(author.auth)
        .send({ content: `${two} ${one}` })
        .expect(201),
    ]),
  );
  expect(await api.database.thread.count()).toBe(before + 4 * 7);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});
