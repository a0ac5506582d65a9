import { threadSchema } from '@skein/contracts/threads';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import { insertLike, insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let ann: User;
let bob: User;
let pictures: Buffer[];

beforeAll(async () => {
  api = await startTestApi();
  pictures = [await sampleImage().png().toBuffer(), await sampleImage(60, 60).png().toBuffer()];
});

beforeEach(async () => {
  [ann, bob] = [await createUser(api), await createUser(api)];
});

afterAll(() => api.close());

const several = '/api/threads/multiple-media';

const getCount = (content: string) => api.database.thread.count({ where: { content } });
const findStoredKey = (key: string) =>
  api.database.idempotencyKey.findFirst({ where: { userId: ann.id, key } });

describe('the same request with the same key', () => {
  it('returns the current state of the first result', async () => {
    const form = { fields: { content: 'Once' }, key: 'again' };
    const created = await publish(api, ann, form);
    await insertLike(api.database, bob.id, created.id);
    expect(await publish(api, ann, form)).toEqual({ ...created, likesCount: 1 });
    const asJson = api.request.post('/api/threads').set(ann.auth).set('Idempotency-Key', 'again');
    expect((await asJson.send({ content: 'Once  ' }).expect(201)).body).toMatchObject({
      id: created.id,
    });
    expect(await getCount('Once')).toBe(1);
  });

  it('creates one row for concurrent requests', async () => {
    const root = await publish(api, bob, { fields: { content: 'Root' } });
    const kinds = [
      { fields: { content: 'At once #once' } },
      { fields: { content: 'At once, a reply', parentThreadId: root.id } },
      {
        path: '/api/threads/quote-repost',
        fields: { content: 'At once, a quote', quotedThreadId: root.id },
      },
    ];
    for (const [index, kind] of kinds.entries()) {
      const form = { ...kind, key: `at once ${index}` };
      const created = await Promise.all(Array.from({ length: 12 }, () => publish(api, ann, form)));
      for (const thread of created) expect(thread).toEqual(created[0]);
      expect(await getCount(kind.fields.content)).toBe(1);
    }
    expect(await readThread(api, bob, root.id)).toMatchObject({ repliesCount: 1, quotesCount: 1 });
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('stores the files of only one request', async () => {
    const form = { path: several, fields: { content: 'Pictures' }, files: pictures, key: 'files' };
    const filesBefore = (await api.listFiles()).length;
    const first = await publish(api, ann, form);
    const perThread = (await api.listFiles()).length - filesBefore;
    const retries = await Promise.all([1, 2].map(() => publish(api, ann, form)));
    for (const thread of retries) expect(thread).toEqual(first);
    const atOnce = { ...form, key: 'files at once' };
    const created = await Promise.all([1, 2].map(() => publish(api, ann, atOnce)));
    for (const thread of created) expect(thread).toEqual(created[0]);
    expect(await getCount('Pictures')).toBe(2);
    expect((await api.listFiles()).length).toBe(filesBefore + 2 * perThread);
  });

  it('creates the row if the first attempt failed before it was created', async () => {
    const form = { fields: { content: 'Lost' }, key: 'lost' };
    const { id } = await publish(api, ann, form);
    // The state after a crash between storing the key and creating the thread.
    await api.database.user.update({
      where: { id: ann.id },
      data: { threadsCount: { decrement: 1 } },
    });
    await api.database.thread.delete({ where: { id } });
    await api.database.idempotencyKey.update({
      where: { userId_key: { userId: ann.id, key: 'lost' } },
      data: { completedAt: null },
    });
    const created = await publish(api, ann, form);
    expect(created.id).toBe(id);
    expect(await publish(api, ann, form)).toEqual(created);
    expect((await findStoredKey('lost'))?.completedAt).not.toBeNull();
  });

  it('does not recreate a deleted thread', async () => {
    const form = { fields: { content: 'Short-lived' }, key: 'deleted' };
    const { id } = await publish(api, ann, form);
    await api.request.delete(`/api/threads/${id}`).set(ann.auth).expect(200);
    expectError(await postThread(api, ann, form), 'not_found');
    const other = { fields: { content: 'Missed' }, key: 'stub' };
    const stub = await publish(api, ann, other);
    await insertThread(api.database, bob.id, { parentId: stub.id });
    await api.request.delete(`/api/threads/${stub.id}`).set(ann.auth).expect(200);
    expectError(await postThread(api, ann, other), 'not_found');
  });
});

describe('an idempotency key', () => {
  it('results in a conflict for a different request', async () => {
    const fields = { content: 'Mine' };
    await publish(api, ann, { path: several, fields, files: pictures, key: 'taken' });
    const others = [
      { path: several, fields: { content: 'Other' }, files: pictures, key: 'taken' },
      { path: several, fields, files: pictures.toReversed(), key: 'taken' },
      { path: several, fields, files: pictures.slice(0, 1), key: 'taken' },
      { fields, files: pictures.slice(0, 1), key: 'taken' },
      { fields, key: 'taken' },
    ];
    for (const form of others) expectError(await postThread(api, ann, form), 'conflict');
    expect(await getCount('Mine')).toBe(1);
  });

  it('belongs to one user', async () => {
    const form = { fields: { content: 'Shared' }, key: 'shared' };
    const created = await Promise.all([publish(api, ann, form), publish(api, bob, form)]);
    expect(new Set(created.map(({ id }) => id)).size).toBe(2);
  });

  it('can be used for a corrected request after a rejected one', async () => {
    const key = 'corrected';
    const rejected = [
      { fields: { content: ' ' }, key },
      { fields: { content: 'x'.repeat(2001) }, key },
      { fields: { content: 'x' }, files: [Buffer.from('no picture')], key },
      { fields: { content: 'x', parentThreadId: '01900000-0000-7000-8000-00000000ffff' }, key },
    ];
    for (const form of rejected) {
      expect((await postThread(api, ann, form)).status).toBeGreaterThanOrEqual(400);
      expect(await findStoredKey(key)).toBeNull();
    }
    await publish(api, ann, { fields: { content: 'Corrected' }, key });
  });

  it.each([' ', 'k'.repeat(256)])('is rejected if it is %j', async (key) => {
    const { errors } = expectError(
      await postThread(api, ann, { fields: { content: 'x' }, key }),
      'validation_failed',
    );
    expect(errors?.map(({ path }) => path)).toEqual(['Idempotency-Key']);
  });

  it('may have 255 characters of any kind that headers allow', async () => {
    for (const key of ['k'.repeat(255), 'schlüssel', '"quoted"; $1 \'']) {
      const form = { fields: { content: `By ${key}` }, key };
      expect(await publish(api, ann, form)).toEqual(await publish(api, ann, form));
    }
  });

  it('expires after a day', async () => {
    const form = { fields: { content: 'Daily' }, key: 'daily' };
    const first = await publish(api, ann, form);
    api.clock.advance(23 * 60 * 60 * 1000);
    expect(await api.services.idempotency.removeExpired()).toBe(0);
    expect((await publish(api, ann, form)).id).toBe(first.id);
    api.clock.advance(61 * 60 * 1000);
    const second = threadSchema.parse((await postThread(api, ann, form).expect(201)).body);
    expect(second.id).not.toBe(first.id);
    const remaining = await api.database.idempotencyKey.count();
    expect(await api.services.idempotency.removeExpired()).toBe(remaining - 1);
    expect(await findStoredKey('daily')).not.toBeNull();
  });

  it('does not replace authentication', async () => {
    const request = api.request.post('/api/threads').set('Idempotency-Key', 'x');
    expectError(await request.field('content', 'x'), 'unauthenticated');
  });
});
