import { getHashtag } from '@skein/contracts/search';
import { threadPageSchema } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let viewer: User;
let author: User;
let privateAuthor: User;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  author = await createUser(api);
  privateAuthor = await createUser(api, { isPrivate: true });
});

afterAll(() => api.close());

const write = async (content: string, as = author, fields: Record<string, string> = {}) =>
  (await publish(api, as, { fields: { content, ...fields } })).id;

const request = (tag: string, query: Record<string, string | number> = {}, as = viewer) =>
  api.request
    .get(`/api/threads/hashtag/${encodeURIComponent(tag)}`)
    .query(query)
    .set(as.auth);

async function list(tag: string, query: Record<string, string | number> = {}, as = viewer) {
  return threadPageSchema.parse((await request(tag, query, as).expect(200)).body);
}

const ids = async (tag: string, as = viewer) =>
  (await list(tag, {}, as)).content.map(({ id }) => id);

async function describeTag(tag: string, as = viewer) {
  const path = `/api/hashtags/${encodeURIComponent(tag)}`;
  return getHashtag.response.parse((await api.request.get(path).set(as.auth).expect(200)).body);
}

describe('GET /threads/hashtag/{tag}', () => {
  it('returns threads and replies, newest first, in pages', async () => {
    const written = [
      await write('#Bread one'),
      await write('#bread two'),
      await write('two #BREAD'),
    ];
    written.push(await write('An answer #bread', viewer, { parentThreadId: written[0] ?? '' }));
    await write('#breads and bread');
    const newest = written.toReversed();
    expect(await ids('bread')).toEqual(newest);
    expect(await ids('#BREAD')).toEqual(newest);
    const first = await list('bread', { size: 3 });
    expect(first).toMatchObject({ page: 0, size: 3, last: false });
    await write('A new #bread in between');
    const rest = await list('bread', { size: 3, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({ page: null, last: true, nextCursor: null });
    expect([...first.content, ...rest.content].map(({ id }) => id)).toEqual(newest);
    expect((await list('bread', { size: 2, page: 1 })).content).toHaveLength(2);
  });

  it('counts the uses on the last seven days', async () => {
    await write('#days one');
    await write('#days two');
    expect(await describeTag('Days')).toEqual({
      tag: 'days',
      threadsCount: 2,
      days: [0, 0, 0, 0, 0, 0, 2],
      isFollowed: false,
    });
    api.clock.advance(3 * 24 * 60 * 60 * 1000);
    expect((await describeTag('days')).days).toEqual([0, 0, 0, 2, 0, 0, 0]);
    api.clock.advance(-3 * 24 * 60 * 60 * 1000);
  });

  it('includes only threads that the viewer may see, in lists and counts', async () => {
    const { mute, block } = createUserActions(api);
    const open = await write('An open #letter');
    const secret = await write('A secret #letter #diary', privateAuthor);
    expect(await ids('letter')).toEqual([open]);
    expect(await ids('letter', privateAuthor)).toEqual([secret, open]);
    expect(await describeTag('letter')).toMatchObject({ threadsCount: 1 });
    const nothing = { threadsCount: 0, days: [0, 0, 0, 0, 0, 0, 0], isFollowed: false };
    expect(await describeTag('diary')).toEqual({ tag: 'diary', ...nothing });
    expect(await ids('diary')).toEqual([]);

    const reader = await createUser(api);
    await mute(reader, author.id).expect(200);
    expect(await ids('letter', reader)).toEqual([]);
    const other = await createUser(api);
    await block(author, other.id).expect(200);
    expect(await describeTag('letter', other)).toEqual({ tag: 'letter', ...nothing });
  });

  it('is empty for a text that is not a tag', async () => {
    for (const tag of [
      'two words',
      '##',
      ' ',
      "'",
      '%',
      '\\',
      '123',
      'x'.repeat(3000),
      '日本 語',
      "a' | 'b",
    ]) {
      expect(await list(tag)).toMatchObject({ content: [], last: true, nextCursor: null });
      expect((await describeTag(tag)).threadsCount).toBe(0);
    }
  });

  it('finds tags that are named like other paths', async () => {
    const id = await write('#replies #trending #search');
    for (const tag of ['replies', 'trending', 'search']) expect(await ids(tag)).toEqual([id]);
    expect(await describeTag('#trending')).toMatchObject({ tag: 'trending', threadsCount: 1 });
  });

  it('returns 401 without a session and 400 for a cursor of another tag', async () => {
    await api.request.get('/api/threads/hashtag/bread').expect(401);
    await api.request.get('/api/hashtags/bread').expect(401);
    const { nextCursor } = await list('bread', { size: 1 });
    for (const cursor of ['none', nextCursor ?? '']) {
      expectError(await request('other', { cursor }), 'validation_failed');
    }
  });
});
