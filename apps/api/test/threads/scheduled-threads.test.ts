import { scheduledThreadsMax } from '@skein/contracts/limits';
import { scheduledThreadSchema, threadSchema } from '@skein/contracts/threads';
import type { ScheduledThread } from '@skein/contracts/threads';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { listThreads } from '../support/list-threads.ts';

const minuteMs = 60_000;
const path = '/api/threads/scheduled';

let api: TestApi;
let ann: User;
let bob: User;

beforeAll(async () => {
  api = await startTestApi();
  [ann, bob] = [await createUser(api), await createUser(api)];
});

afterAll(() => api.close());

const inMinutes = (minutes: number) =>
  new Date(api.clock.now().getTime() + minutes * minuteMs).toISOString();

function send(as: User, fields: Record<string, string>, files: readonly Buffer[] = []) {
  const request = api.request
    .post(path)
    .set(as.auth)
    .field({ scheduledAt: inMinutes(10), ...fields });
  for (const file of files) void request.attach('media', file, 'a.png');
  return request;
}

async function schedule(
  as: User,
  fields: Record<string, string>,
  files: readonly Buffer[] = [],
): Promise<ScheduledThread> {
  const response = await send(as, fields, files);
  expect(response.status).toBe(201);
  return scheduledThreadSchema.strict().parse(response.body);
}

async function list(as: User): Promise<ScheduledThread[]> {
  const response = await api.request.get(path).set(as.auth).expect(200);
  return z.array(scheduledThreadSchema.strict()).parse(response.body);
}

const publishDue = () => api.services.threads.publishDueThreads();
const getThreads = ({ id }: User) => listThreads(api.database, id);

describe('a scheduled thread', () => {
  it('is published once at its time, with files, poll, mentions and hashtags', async () => {
    const author = await createUser(api);
    const image = await sampleImage().png().toBuffer();
    const poll = { question: 'Which?', options: ['A', 'B'], durationMinutes: 60 };
    const content = `Later #later @${bob.username}`;
    const fields = { content, contentWarning: 'Soon', altText: 'A square' };
    const scheduled = await schedule(author, { ...fields, poll: JSON.stringify(poll) }, [image]);
    expect(scheduled).toMatchObject({ content, contentWarning: 'Soon', error: null });
    expect(scheduled.poll).toEqual({ ...poll, multiple: false });
    expect(scheduled.media).toMatchObject([{ altText: 'A square' }]);
    expect(await list(author)).toEqual([scheduled]);
    expect(await list(bob)).toEqual([]);

    await publishDue();
    expect(await getThreads(author)).toEqual([]);
    api.clock.advance(2 * 60 * minuteMs);
    // Its files are not orphans.
    await api.services.media.sweep();
    await Promise.all([publishDue(), publishDue(), publishDue()]);
    await publishDue();
    const [thread, ...others] = await getThreads(author);
    expect(others).toEqual([]);
    expect(thread).toMatchObject({ content, contentWarning: 'Soon', hashtags: ['later'] });
    expect(thread?.media.map(({ id }) => id)).toEqual(scheduled.media.map(({ id }) => id));
    expect(thread?.mentions.map(({ userId }) => userId)).toEqual([bob.id]);
    // It runs from the publication, not from the scheduling.
    const pollEndMs = thread?.poll?.expiresAt.getTime() ?? 0;
    expect(pollEndMs - api.clock.now().getTime()).toBeGreaterThan(59 * minuteMs);
    expect(await list(author)).toEqual([]);
    const recipientId = bob.id;
    expect(await api.database.notification.count({ where: { recipientId } })).toBe(1);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('can be published before its time by its author, once', async () => {
    const author = await createUser(api);
    const image = await sampleImage().png().toBuffer();
    const { id, media } = await schedule(author, { content: 'Now, please' }, [image]);
    const publishNow = (as: User) => api.request.post(`${path}/${id}/publish`).set(as.auth);
    expectError(await publishNow(bob), 'not_found');
    expectError(await api.request.post(`${path}/${id}/publish`), 'unauthenticated');
    const responses = await Promise.all([1, 2, 3].map(() => publishNow(author)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 404, 404]);
    const [thread, ...others] = await getThreads(author);
    expect(others).toEqual([]);
    expect(thread?.media.map((file) => file.id)).toEqual(media.map((file) => file.id));
    const published = threadSchema.parse(responses.find(({ status }) => status === 201)?.body);
    expect(published).toMatchObject({ id: thread?.id, content: 'Now, please' });
    expect(await list(author)).toEqual([]);
    expectError(await publishNow(author), 'not_found');
  });

  it('returns 503 when the connection is lost after the commit of its publication', async () => {
    const author = await createUser(api);
    const { id } = await schedule(author, { content: 'Now, please' });
    const transact = api.database.$transaction.bind(api.database);
    vi.spyOn(api.database, '$transaction').mockImplementationOnce(async (run) => {
      await transact(run);
      throw Object.assign(new Error('Server has closed the connection.'), { code: 'P1017' });
    });
    const publishNow = () => api.request.post(`${path}/${id}/publish`).set(author.auth);
    expectError(await publishNow(), 'unavailable');
    expect(await getThreads(author)).toHaveLength(1);
    expectError(await publishNow(), 'not_found');
  });

  it('stays scheduled when it cannot be published before its time', async () => {
    const author = await createUser(api);
    const parentThreadId = await insertThread(api.database, bob.id);
    const { id } = await schedule(author, { content: 'A reply', parentThreadId });
    const data = { replyPermission: 'MENTIONED_ONLY' as const };
    await api.database.thread.update({ where: { id: parentThreadId }, data });
    const response = await api.request.post(`${path}/${id}/publish`).set(author.auth);
    expectError(response, 'forbidden');
    expect(await list(author)).toMatchObject([{ id, error: null }]);
  });

  it('can be changed and deleted until then, and its files become orphans', async () => {
    const author = await createUser(api);
    const image = await sampleImage().png().toBuffer();
    const { id } = await schedule(author, { content: 'Frist' }, [image]);
    const change = (as: User, fields: Record<string, string>) =>
      api.request.put(`${path}/${id}`).set(as.auth).send(fields);
    const scheduledAt = inMinutes(60);
    await change(author, { content: 'First', scheduledAt }).expect(200);
    await change(author, { content: 'First!' }).expect(200);
    expect(await list(author)).toMatchObject([{ content: 'First!', scheduledAt }]);
    expectError(await change(bob, { content: 'Mine' }), 'not_found');
    expectError(await api.request.delete(`${path}/${id}`).set(bob.auth), 'not_found');
    await api.request.delete(`${path}/${id}`).set(author.auth).expect(200);
    expectError(await api.request.delete(`${path}/${id}`).set(author.auth), 'not_found');
    api.clock.advance(2 * 60 * minuteMs);
    await publishDue();
    expect(await getThreads(author)).toEqual([]);
    await api.services.media.sweep();
    expect(await api.database.media.count({ where: { ownerId: author.id } })).toBe(0);
  });

  it('is not published in a state that was changed meanwhile', async () => {
    const author = await createUser(api);
    const { id } = await schedule(author, { content: 'Old' });
    api.clock.advance(11 * minuteMs);
    await Promise.all([
      publishDue(),
      api.request.delete(`${path}/${id}`).set(author.auth),
      publishDue(),
    ]);
    const published = (await getThreads(author)).length;
    expect(await list(author)).toEqual([]);
    expect(published).toBeLessThanOrEqual(1);
  });

  it('keeps the reason why it could not be published, until it is changed', async () => {
    const author = await createUser(api);
    const parentThreadId = await insertThread(api.database, bob.id);
    const [first] = [await schedule(author, { content: 'A reply', parentThreadId })];
    const own = await schedule(author, { content: 'Suspended' });
    await api.database.thread.update({
      where: { id: parentThreadId },
      data: { replyPermission: 'MENTIONED_ONLY' },
    });
    api.clock.advance(11 * minuteMs);
    await api.database.user.update({
      where: { id: author.id },
      data: { suspendedAt: new Date() },
    });
    await publishDue();
    const errors = () =>
      api.database.scheduledThread.findMany({
        where: { authorId: author.id },
        orderBy: { id: 'asc' },
        select: { id: true, error: true },
      });
    expect(await errors()).toEqual([
      { id: first.id, error: 'suspended' },
      { id: own.id, error: 'suspended' },
    ]);
    await api.database.user.update({ where: { id: author.id }, data: { suspendedAt: null } });
    await api.request
      .put(`${path}/${first.id}`)
      .set(author.auth)
      .send({ scheduledAt: inMinutes(1) })
      .expect(200);
    api.clock.advance(2 * minuteMs);
    await publishDue();
    expect((await list(author)).find(({ id }) => id === first.id)?.error).toBe('not_allowed');
    expect(await getThreads(author)).toEqual([]);
  });
});

describe('scheduling', () => {
  it('is rejected for a time in the past or far ahead, and without content', async () => {
    const cases = [
      { content: 'x', scheduledAt: inMinutes(-1) },
      { content: 'x', scheduledAt: inMinutes(366 * 24 * 60) },
      { content: 'x', scheduledAt: 'tomorrow' },
      { content: '' },
    ];
    for (const fields of cases) expectError(await send(ann, fields), 'validation_failed');
    const anonymous = api.request.post(path).field({ content: 'x', scheduledAt: inMinutes(1) });
    expectError(await anonymous, 'unauthenticated');
  });

  it('is rejected for a reply to a thread that the author may not see or reply to', async () => {
    const closed = await insertThread(api.database, bob.id, { replyPermission: 'MENTIONED_ONLY' });
    expectError(await send(ann, { content: 'x', parentThreadId: closed }), 'forbidden');
    expectError(await send(ann, { content: 'x', parentThreadId: newId() }), 'not_found');
  });

  it('is limited per user', async () => {
    const author = await createUser(api);
    await api.database.scheduledThread.createMany({
      data: Array.from({ length: scheduledThreadsMax - 1 }, () => ({
        id: newId(),
        authorId: author.id,
        content: 'x',
        scheduledAt: new Date(inMinutes(1000)),
      })),
    });
    const results = await Promise.all([1, 2, 3].map(() => send(author, { content: 'x' })));
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  });

  it('schedules once per idempotency key', async () => {
    const author = await createUser(api);
    const fields = { content: 'x', scheduledAt: inMinutes(10) };
    const once = () => send(author, fields).set('Idempotency-Key', 'once');
    const first = await once().expect(201);
    const second = await once().expect(201);
    expect(second.body).toEqual(first.body);
    expect(await list(author)).toHaveLength(1);
  });
});
