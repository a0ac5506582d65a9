import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRateLimits } from '../../src/platform/config/rate-limit-rules.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';

const postsMax = 5;

let api: TestApi;

beforeAll(async () => {
  const rules = readRateLimits({ RATE_LIMIT_FACTOR: '1000' });
  const rateLimitRules = rules && { ...rules, posts: { max: postsMax, seconds: 86_400 } };
  api = await startTestApi({ settings: { rateLimitRules } });
});

afterAll(() => api.close());

const edit = (as: User, id: string, fields: Record<string, string>, locale = 'en') =>
  api.request.put(`/api/threads/${id}`).set(as.auth).set('Accept-Language', locale).field(fields);

describe('an edit', () => {
  it('counts as a post', async () => {
    const user = await createUser(api);
    const { id } = await publish(api, user, { fields: { content: '0' } });
    for (let count = 1; count < postsMax; count += 1) {
      await edit(user, id, { content: `${count}` }).expect(200);
    }
    const rejected = await edit(user, id, { content: 'one more' });
    const { message } = expectError(rejected, 'rate_limited');
    expect(message).toMatch(
      /^You've reached the limit of posts and edits\. Please try again in \d+ hours\.$/,
    );
    const german = await edit(user, id, { content: 'one more' }, 'de');
    expect(expectError(german, 'rate_limited').message).toMatch(
      /^Du hast die Höchstzahl .* Bitte versuche es in \d+ Stunden noch einmal\.$/,
    );
    expectError(await edit(user, id, { content: '4', contentWarning: 'x' }), 'rate_limited');
    const post = api.request.post('/api/threads').set(user.auth).field({ content: 'another' });
    expectError(await post, 'rate_limited');
  });

  it('counts only when it changes the text or the content warning', async () => {
    const user = await createUser(api);
    const { id } = await publish(api, user, { fields: { content: 'the same' } });
    for (let count = 0; count < 2 * postsMax; count += 1) {
      await edit(user, id, { content: 'the same', isSensitive: `${count % 2 === 0}` }).expect(200);
      await edit(user, 'ffffffff-ffff-7fff-bfff-ffffffffffff', { content: 'x' }).expect(404);
    }
    for (let count = 1; count < postsMax; count += 1) {
      await edit(user, id, { content: 'the same', contentWarning: `${count}` }).expect(200);
    }
    expectError(await edit(user, id, { content: 'changed' }), 'rate_limited');
  });
});

describe('without a limit of posts', () => {
  let unlimited: TestApi;
  let ann: User;
  const editFreely = (id: string, content: string) =>
    unlimited.request.put(`/api/threads/${id}`).set(ann.auth).field({ content }).expect(200);
  const listTags = async () => {
    const rows = await unlimited.database.hashtag.findMany({ orderBy: { tag: 'asc' } });
    return rows.map(({ tag }) => tag);
  };

  beforeAll(async () => {
    unlimited = await startTestApi({ limits: 'off' });
    ann = await createUser(unlimited);
  });

  afterAll(() => unlimited.close());

  it('an edit keeps the newest fifty revisions', async () => {
    const { id } = await publish(unlimited, ann, { fields: { content: 'text 0' } });
    const other = await publish(unlimited, ann, { fields: { content: 'other' } });
    await editFreely(other.id, 'changed');
    for (let count = 1; count <= 53; count += 1) await editFreely(id, `text ${count}`);
    const rows = await unlimited.database.threadRevision.findMany({
      where: { threadId: id },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ content }) => content)).toEqual(
      Array.from({ length: 50 }, (_, index) => `text ${index + 3}`),
    );
    expect(await unlimited.database.threadRevision.count({ where: { threadId: other.id } })).toBe(
      1,
    );
  });

  it('a job deletes hashtags without threads, and follows of them stay', async () => {
    const { id } = await publish(unlimited, ann, { fields: { content: '#kept #dropped' } });
    const deleted = await publish(unlimited, ann, { fields: { content: '#gone #kept' } });
    await unlimited.request.post('/api/hashtags/dropped/follow').set(ann.auth).expect(200);
    await editFreely(id, '#kept #new');
    await unlimited.request.delete(`/api/threads/${deleted.id}`).set(ann.auth).expect(200);
    await unlimited.services.threads.purgeDeletedThreads();
    expect(await listTags()).toEqual(['dropped', 'gone', 'kept', 'new']);
    await unlimited.services.hashtags.removeUnused();
    expect(await listTags()).toEqual(['kept', 'new']);
    const read = await unlimited.request.get('/api/hashtags/dropped').set(ann.auth).expect(200);
    expect(read.body).toMatchObject({ threadsCount: 0, isFollowed: true });
    await editFreely(id, '#kept #dropped');
    expect(await listTags()).toEqual(['dropped', 'kept', 'new']);
    expect(await findCounterDrift(unlimited.databaseUrl)).toEqual([]);
  });

  it('the job does not delete hashtags that are used at the same time', async () => {
    const { id } = await publish(unlimited, ann, { fields: { content: 'racing' } });
    const remove = async () => {
      for (let count = 0; count < 40; count += 1) await unlimited.services.hashtags.removeUnused();
    };
    const change = async () => {
      for (let count = 0; count < 20; count += 1) {
        await editFreely(id, count % 2 === 0 ? '#racing #raced' : 'none');
      }
      await editFreely(id, '#racing #raced');
    };
    await Promise.all([remove(), change()]);
    expect(await listTags()).toEqual(expect.arrayContaining(['raced', 'racing']));
    expect(await findCounterDrift(unlimited.databaseUrl)).toEqual([]);
  });
});
