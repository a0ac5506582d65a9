import type { Thread } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertLike, insertUser, insertThread } from '../support/factories/threads.ts';
import { requestSearch, search } from './support.ts';
import type { SearchParameters } from './support.ts';

let api: TestApi;
let viewer: User;
let author: User;

beforeAll(async () => {
  // One user searches more often than allowed.
  api = await startTestApi({ limits: 'off' });
  viewer = await createUser(api, { firstName: 'Vera', lastName: 'Watcher' });
  author = await createUser(api, { firstName: 'Ida', lastName: 'Writer' });
});

afterAll(() => api.close());

const write = (content: string, as = author, fields: Record<string, string> = {}) =>
  publish(api, as, { fields: { content, ...fields } });
const find = (parameters: SearchParameters, as = viewer) => search(api, as, parameters);
const collectIds = async (parameters: SearchParameters, as = viewer) =>
  (await find(parameters, as)).content.map(({ id }) => id);

describe('GET /threads/search', () => {
  it('returns the ranges to highlight', async () => {
    const content = '🎉 Crème brûlée, crème #Crème und die große 東京都';
    await write(content);
    const highlighted = async (q: string) => {
      const { content: found } = await find({ q: `${q} from:${author.username}` });
      return found[0]?.matches.map(({ start, end }) => content.slice(start, end));
    };
    expect(await highlighted('creme')).toEqual(['Crème', 'crème', 'Crème']);
    expect(await highlighted('#crème')).toEqual(['#Crème']);
    expect(await highlighted('"creme brulee" creme')).toEqual(['Crème brûlée', 'crème', 'Crème']);
    expect(await highlighted('grosse')).toEqual(['große']);
    expect(await highlighted('京都')).toEqual(['京都']);
    expect(await highlighted('🎉')).toEqual(['🎉']);
    expect(await highlighted('brulle')).toEqual(['brûlée']);
    expect(await highlighted('has:link')).toBeUndefined();
    expect(await highlighted('writer')).toEqual([]);
  });

  it('returns each thread once over all pages, in both orders', async () => {
    const written: string[] = [];
    for (let n = 0; n < 7; n += 1) written.push((await write(`Pagination of ${n} turtles`)).id);
    const newest = written.toReversed();
    expect(await collectIds({ q: 'turtles', sort: 'recent' })).toEqual(newest);
    expect(await collectIds({ q: 'turtles', sort: 'recent', page: 1, size: 3 })).toEqual(
      newest.slice(3, 6),
    );
    for (const sort of ['recent', 'relevance']) {
      const expectedIds = await collectIds({ q: 'turtles', sort });
      const read: string[] = [];
      const addedThreads: Thread[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await find({ q: 'turtles', sort, size: 3, ...(cursor && { cursor }) });
        expect(page).toMatchObject({ totalElements: 7, size: 3, last: page.nextCursor === null });
        expect(page.page).toBe(cursor === '' ? 0 : null);
        read.push(...page.content.map(({ id }) => id));
        addedThreads.push(await write(`Turtles written between two pages, ${sort}`));
        cursor = page.nextCursor;
      }
      for (const thread of addedThreads) await remove(thread);
      expect(read).toEqual(expectedIds);
    }
  });

  it('keeps the corrected words on further pages', async () => {
    for (let n = 0; n < 4; n += 1) await write(`An orangutan, number ${n}`);
    const first = await find({ q: 'orangutna', size: 3 });
    expect(first).toMatchObject({ totalElements: 4, last: false });
    const rest = await find({ q: 'orangutna', size: 3, cursor: first.nextCursor ?? '' });
    expect(rest.content).toHaveLength(1);
    expect(rest.last).toBe(true);
  });

  it('sorts threads of about the same time by engagement', async () => {
    const liked = await write('A giraffe');
    await write('Another giraffe');
    for (let n = 0; n < 3; n += 1) {
      await insertLike(api.database, await insertUser(api.database), liked.id);
    }
    const [first] = await collectIds({ q: 'giraffe' });
    expect(first).toBe(liked.id);
    expect((await collectIds({ q: 'giraffe', sort: 'recent' }))[1]).toBe(liked.id);
  });

  it('is empty for a text without words', async () => {
    for (const q of ['', '   ', '!!! … ?', '""', '#']) {
      expect(await find({ q })).toEqual({
        content: [],
        page: 0,
        size: 10,
        last: true,
        nextCursor: null,
        totalElements: 0,
      });
    }
  });
});

async function remove({ id }: { id: string }) {
  await api.request.delete(`/api/threads/${id}`).set(author.auth).expect(200);
}

describe('search results', () => {
  it('follow edits and deletions', async () => {
    const { id } = await write('A narwhal #sea', author, {
      poll: JSON.stringify({ question: 'Tea?', options: ['a', 'b'], durationMinutes: 60 }),
    });
    expect(await collectIds({ q: 'narwhal has:poll #sea' })).toEqual([id]);
    await api.request
      .put(`/api/threads/${id}`)
      .set(author.auth)
      .send({ content: 'A beluga #whales' })
      .expect(200);
    expect(await collectIds({ q: 'narwhal' })).toEqual([]);
    expect(await collectIds({ q: '#sea' })).toEqual([]);
    expect(await collectIds({ q: 'beluga has:poll #whales' })).toEqual([id]);
    await write('An answer to the beluga', viewer, { parentThreadId: id });
    await remove({ id });
    expect(await collectIds({ q: 'beluga has:poll' })).toEqual([]);
    expect(await collectIds({ q: 'answer beluga' })).toHaveLength(1);
  });

  it('contain only threads that the viewer may see, and no threads of muted users', async () => {
    const { follow, block, unblock, mute } = createUserActions(api);
    const privateAuthor = await createUser(api, { firstName: 'Hermit', isPrivate: true });
    const reader = await createUser(api);
    const secret = await write('A secret platypus #platypuses', privateAuthor);
    const open = await write('An open platypus', author);
    await api.database.follow.create({
      data: { followerId: reader.id, followeeId: privateAuthor.id },
    });
    const below = await insertThread(api.database, author.id, {
      content: 'A platypus below a secret',
      parentId: secret.id,
    });

    const q = 'platypus';
    const found = async (as: User) => (await collectIds({ q, sort: 'recent' }, as)).toSorted();
    expect(await found(viewer)).toEqual([open.id]);
    expect(await found(privateAuthor)).toEqual([secret.id, open.id, below].toSorted());
    expect(await found(reader)).toEqual([secret.id, open.id, below].toSorted());
    expect(await find({ q: '#platypuses' })).toMatchObject({ totalElements: 0 });
    expect(await find({ q: 'hermit' })).toMatchObject({ totalElements: 0 });
    expect(await find({ q: `from:${privateAuthor.username}` })).toMatchObject({ totalElements: 0 });
    expect(await find({ q: 'platipus' })).toMatchObject({ totalElements: 1 });

    await block(author, reader.id).expect(200);
    expect(await found(reader)).toEqual([secret.id]);
    await unblock(author, reader.id).expect(200);
    await mute(reader, privateAuthor.id).expect(200);
    expect(await found(reader)).toEqual([open.id, below].toSorted());
    await api.database.user.update({ where: { id: author.id }, data: { suspendedAt: new Date() } });
    expect(await found(reader)).toEqual([]);
    await api.database.user.update({ where: { id: author.id }, data: { suspendedAt: null } });
    await follow(viewer, privateAuthor.id).expect(200);
    expect(await found(viewer)).toEqual([open.id]);
  });
});

describe('a rejected search', () => {
  it('returns 401 without a session and 400 for invalid input', async () => {
    await api.request.get('/api/threads/search').query({ q: 'bread' }).expect(401);
    const bad: SearchParameters[] = [
      { q: 'x'.repeat(501) },
      { q: 'x'.repeat(10_000) },
      { q: 'a\0b' },
      { q: ['a', 'b'] },
      { q: 'a', sort: 'best' },
      { q: 'a', page: -1 },
      { q: 'a', size: 101 },
      { q: 'a', cursor: 'none' },
    ];
    for (const parameters of bad) {
      expectError(await requestSearch(api, viewer, parameters), 'validation_failed');
    }
  });

  it('returns 400 for a cursor of another search', async () => {
    await write('Two of a kind, one');
    await write('Two of a kind, two');
    const { nextCursor } = await find({ q: 'kind', size: 1 });
    const cursor = nextCursor ?? '';
    for (const other of [{ q: 'two' }, { q: 'kind', sort: 'recent' }]) {
      const response = await requestSearch(api, viewer, { ...other, cursor });
      expectError(response, 'validation_failed');
    }
  });
});

describe('a malicious query', () => {
  it.each([
    ['%'],
    ['_'],
    ['\\'],
    ["'"],
    ["''' OR 1=1 --"],
    ['" \' "'],
    [':*'],
    ['a:* & !b | c <-> d'],
    ['!('],
    ['(((((((('],
    ['the a of to and'],
    ['a '.repeat(250)],
    ['日 '.repeat(250)],
    ['"'.repeat(499)],
    ['"a b" '.repeat(80)],
    ['from: has: since: until:'],
    ['from:@ from:a from:%%% has:cheese since:yesterday until:0000-00-00'],
    ['since:9999-12-31 until:0001-01-01 a'],
    ['since:-000001-01-01'],
    ['#'.repeat(400)],
    ['#a#b #1 ##'],
    ['\u202E\u200B\uFEFF\u0301'],
    ['ﷺ'.repeat(400)],
    ['x'.repeat(500)],
    ['\u{10FFFF}'.repeat(200)],
    ['<script>alert(1)</script>'],
    ['in:0 is:poll @x'],
  ])('%j returns a response', async (q) => {
    const { totalElements } = await find({ q });
    expect(totalElements).toBeGreaterThanOrEqual(0);
  });
});
