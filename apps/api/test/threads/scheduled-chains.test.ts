import { scheduledThreadSchema } from '@skein/contracts/threads';
import type { ScheduledThread } from '@skein/contracts/threads';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { listThreads } from '../support/list-threads.ts';

const minuteMs = 60_000;
const path = '/api/threads/scheduled';

let api: TestApi;
let image: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  image = await sampleImage().png().toBuffer();
});

afterAll(() => api.close());

interface Part {
  content?: string;
  files?: number;
  uploadIds?: string[];
}

interface Chain {
  parts: readonly Part[];
  fields?: Record<string, string | string[]>;
  files?: number;
}

const inMinutes = (minutes: number) =>
  new Date(api.clock.now().getTime() + minutes * minuteMs).toISOString();

function send(as: User, { parts, fields = {}, files = 0 }: Chain) {
  const request = api.request
    .post(`${path}/chain`)
    .set(as.auth)
    .field({ scheduledAt: inMinutes(10), ...fields });
  for (const part of parts) void request.field('parts', JSON.stringify(part));
  for (let index = 0; index < files; index += 1) void request.attach('media', image, 'a.png');
  return request;
}

async function schedule(as: User, chain: Chain): Promise<ScheduledThread> {
  const response = await send(as, chain);
  expect(response.status).toBe(201);
  return scheduledThreadSchema.strict().parse(response.body);
}

async function list(as: User): Promise<ScheduledThread[]> {
  const response = await api.request.get(path).set(as.auth).expect(200);
  return z.array(scheduledThreadSchema.strict()).parse(response.body);
}

async function upload(as: User): Promise<string> {
  const request = api.request.post('/api/posts/with-media').set(as.auth);
  const response = await request.attach('media', image, 'b.png').expect(201);
  return z.object({ post: z.object({ id: z.string() }) }).parse(response.body).post.id;
}

const publishDue = () => api.services.threads.publishDueThreads();
const getThreads = ({ id }: User) => listThreads(api.database, id);

it('publishes all parts once and in order, with their own files', async () => {
  const author = await createUser(api);
  const uploadId = await upload(author);
  const poll = { question: 'Go on?', options: ['Yes', 'No'], durationMinutes: 60 };
  const parts = [
    { content: 'One #wool', files: 1 },
    { content: '', uploadIds: [uploadId] },
    { content: 'Three', files: 2 },
  ];
  const altText = ['a', 'b', 'c', ''];
  const fields = { altText, poll: JSON.stringify(poll), contentWarning: 'Long' };
  const scheduled = await schedule(author, { parts, fields, files: 3 });
  expect(scheduled).toMatchObject({ content: 'One #wool', media: [{ altText: 'a' }], poll });
  expect(scheduled.furtherParts).toMatchObject([
    { content: '', media: [{ id: uploadId, altText: 'b' }] },
    { content: 'Three', media: [{ altText: 'c' }, { altText: null }] },
  ]);
  expect(await list(author)).toEqual([scheduled]);

  api.clock.advance(2 * 60 * minuteMs);
  await api.services.media.sweep();
  await Promise.all([publishDue(), publishDue(), publishDue()]);
  await publishDue();
  const threads = await getThreads(author);
  expect(threads.map(({ content }) => content)).toEqual(['One #wool', '', 'Three']);
  const ids = threads.map(({ id }) => id);
  expect(threads.map(({ parentId }) => parentId)).toEqual([null, ids[0], ids[1]]);
  expect(threads.map(({ poll: own }) => own?.question)).toEqual(['Go on?', undefined, undefined]);
  expect(threads.map(({ contentWarning }) => contentWarning)).toEqual(['Long', 'Long', 'Long']);
  expect(threads.map(({ media }) => media.map((file) => file.altText))).toEqual([
    ['a'],
    ['b'],
    ['c', null],
  ]);
  expect(await list(author)).toEqual([]);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
});

it('publishes no part if one cannot be published', async () => {
  const author = await createUser(api);
  const parts = [{ content: 'One' }, { content: 'Two' }, { content: 'Three', files: 1 }];
  const { furtherParts } = await schedule(author, { parts, files: 1 });
  const id = furtherParts[1]?.media[0]?.id ?? '';
  // The author does not own the file of the last part.
  const other = await createUser(api);
  await api.database.media.update({ where: { id }, data: { ownerId: other.id } });
  api.clock.advance(11 * minuteMs);
  await publishDue();
  expect(await getThreads(author)).toEqual([]);
  expect(await list(author)).toMatchObject([{ content: 'One', error: 'failed' }]);
});

it('can be changed and deleted as a whole', async () => {
  const author = await createUser(api);
  const parts = [{ content: 'One' }, { content: 'Two' }, { content: 'Three', files: 1 }];
  const { id } = await schedule(author, { parts, files: 1 });
  const change = (fields: Record<string, string | string[]>) =>
    api.request.put(`${path}/${id}`).set(author.auth).send(fields);
  await change({ content: '1', furtherContents: ['2', ''] }).expect(200);
  const scheduledAt = inMinutes(60);
  await change({ scheduledAt }).expect(200);
  const furtherParts = [{ content: '2' }, { content: '' }];
  expect(await list(author)).toMatchObject([{ content: '1', scheduledAt, furtherParts }]);
  // Neither without a part nor with an empty one.
  expectError(await change({ furtherContents: ['2'] }), 'validation_failed');
  expectError(await change({ furtherContents: ['', '3'] }), 'validation_failed');
  await api.request.delete(`${path}/${id}`).set(author.auth).expect(200);
  api.clock.advance(2 * 60 * minuteMs);
  await publishDue();
  expect(await getThreads(author)).toEqual([]);
  await api.services.media.sweep();
  expect(await api.database.media.count({ where: { ownerId: author.id } })).toBe(0);
});

it('is published as it was read, or not at all, while its author changes it', async () => {
  const author = await createUser(api);
  const { id } = await schedule(author, { parts: [{ content: '1' }, { content: '1' }] });
  api.clock.advance(11 * minuteMs);
  const scheduledAt = inMinutes(10);
  await Promise.all([
    publishDue(),
    api.request
      .put(`${path}/${id}`)
      .set(author.auth)
      .send({ content: '2', furtherContents: ['2'], scheduledAt }),
    publishDue(),
  ]);
  const published = (await getThreads(author)).map(({ content }) => content);
  const left = (await list(author)).map((row) => [row.content, row.furtherParts[0]?.content]);
  expect([
    [['1', '1'], []],
    [[], [['2', '2']]],
  ]).toContainEqual([published, left]);
});

it('rejects an empty part with its path', async () => {
  const author = await createUser(api);
  const response = await send(author, { parts: [{ content: 'x' }, { content: '' }] });
  expectError(response, 'validation_failed');
  expect(response.body).toMatchObject({ errors: [{ path: 'parts.1.content' }] });
  expect(await list(author)).toEqual([]);
});
