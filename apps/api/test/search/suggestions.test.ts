import { suggestHashtags } from '@skein/contracts/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';
import { insertFollow } from '../support/factories/threads.ts';

let api: TestApi;
let viewer: User;
let author: User;
let hidden: User;

beforeAll(async () => {
  api = await startTestApi();
  viewer = await createUser(api);
  author = await createUser(api);
  hidden = await createUser(api, { isPrivate: true });
});

afterAll(() => api.close());

type Parameters = Record<string, string | number | string[]>;

const request = (query: Parameters, as = viewer) =>
  api.request.get('/api/hashtags/suggestions').query(query).set(as.auth);

/** As `tag:threadsCount`. */
async function suggest(query: Parameters, as = viewer): Promise<string[]> {
  const response = await request(query, as).expect(200);
  const suggestions = suggestHashtags.response.parse(response.body);
  return suggestions.map(({ tag, threadsCount }) => `${tag}:${threadsCount}`);
}

const write = (as: User, content: string, fields: Record<string, string> = {}) =>
  publish(api, as, { fields: { content, ...fields } });

describe('GET /hashtags/suggestions', () => {
  it('returns the most used tags with the prefix, up to the limit', async () => {
    await write(author, '#baking #bakery #bread #abba');
    await write(author, '#bakery #bread');
    await write(author, '#bakery');
    expect(await suggest({ q: 'ba' })).toEqual(['bakery:3', 'baking:1']);
    expect(await suggest({ q: 'b', limit: 2 })).toEqual(['bakery:3', 'bread:2']);
    expect(await suggest({ q: 'bakery' })).toEqual(['bakery:3']);
    expect(await suggest({ q: 'bakeryy' })).toEqual([]);
  });

  it('returns the eight most used tags without a prefix', async () => {
    for (let round = 0; round < 5; round += 1) await write(author, '#top');
    const tags = Array.from({ length: 9 }, (_, number) => `#filler${number}`);
    await write(author, tags.join(' '));
    for (const q of ['', '#', ' ']) {
      const found = await suggest({ q });
      expect(found).toHaveLength(8);
      expect(found[0]).toBe('top:5');
    }
    expect((await suggest({ limit: 50 })).length).toBeGreaterThan(9);
  });

  it('ignores case and Unicode normalization form', async () => {
    await write(author, '#Größe #ÉCOLE #日本語 #istanbul');
    expect(await suggest({ q: '#GRÖß' })).toEqual(['größe:1']);
    expect(await suggest({ q: 'e\u0301co' })).toEqual(['école:1']);
    expect(await suggest({ q: '日本' })).toEqual(['日本語:1']);
    expect(await suggest({ q: 'Istan' })).toEqual(['istanbul:1']);
  });

  it('treats pattern characters literally', async () => {
    await write(author, '#snake_case #snakes');
    expect(await suggest({ q: 'snake_' })).toEqual(['snake_case:1']);
    for (const q of ['%', '_', 'snake%', '\\', 'snake\\', "'", '##snake']) {
      expect(await suggest({ q })).toEqual([]);
    }
  });

  it('omits unused tags', async () => {
    const { id } = await write(author, '#fleeting');
    expect(await suggest({ q: 'fleet' })).toEqual(['fleeting:1']);
    await api.request.delete(`/api/threads/${id}`).set(author.auth).expect(200);
    expect(await suggest({ q: 'fleet' })).toEqual([]);
  });
});

describe('a tag of a private account', () => {
  it('is suggested only to its followers', async () => {
    const follower = await createUser(api);
    await insertFollow(api.database, follower.id, hidden.id);
    await write(hidden, '#secretplan');
    expect(await suggest({ q: 'secretp' })).toEqual([]);
    expect(await suggest({ limit: 50 })).not.toContain('secretplan:1');
    expect(await suggest({ q: 'secretp' }, follower)).toEqual(['secretplan:1']);
    expect(await suggest({ q: 'secretp' }, hidden)).toEqual(['secretplan:1']);
  });

  it('does not affect the count and order of public uses', async () => {
    for (let round = 0; round < 3; round += 1) await write(hidden, '#shared1');
    await write(author, '#shared1 #shared2');
    await write(author, '#shared2');
    expect(await suggest({ q: 'shared' })).toEqual(['shared2:2', 'shared1:1']);
    expect(await suggest({ q: 'shared' }, hidden)).toEqual(['shared1:4', 'shared2:2']);
  });

  it('does not displace public tags', async () => {
    for (let round = 0; round < 2; round += 1) await write(hidden, '#crowd1 #crowd2 #crowd3');
    await write(author, '#crowdopen');
    expect(await suggest({ q: 'crowd', limit: 1 })).toEqual(['crowdopen:1']);
  });

  it('is also hidden when it is used in replies to its threads', async () => {
    await insertFollow(api.database, author.id, hidden.id);
    const { id } = await write(hidden, 'A root');
    await write(author, '#underneath', { parentThreadId: id });
    expect(await suggest({ q: 'underneath' })).toEqual([]);
    expect(await suggest({ q: 'underneath' }, author)).toEqual(['underneath:1']);
  });

  it('is hidden across a block and as soon as the account becomes private', async () => {
    const other = await createUser(api);
    await write(other, '#turning');
    expect(await suggest({ q: 'turning' })).toEqual(['turning:1']);
    const path = `/api/users/${other.id}/block`;
    await api.request.post(path).set(viewer.auth).expect(200);
    expect(await suggest({ q: 'turning' })).toEqual([]);
    await api.request.delete(path).set(viewer.auth).expect(200);
    expect(await suggest({ q: 'turning' })).toEqual(['turning:1']);
    await api.database.user.update({ where: { id: other.id }, data: { isPrivate: true } });
    expect(await suggest({ q: 'turning' })).toEqual([]);
  });
});

describe('a rejected request for suggestions', () => {
  it('returns 401 without a session', async () => {
    expectError(await api.request.get('/api/hashtags/suggestions?limit=0'), 'unauthenticated');
  });

  it.each<[Parameters, string]>([
    [{ limit: 0 }, 'limit'],
    [{ limit: 51 }, 'limit'],
    [{ limit: 'x' }, 'limit'],
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ q: 'a\0' }, 'q'],
    [{ q: ['a', 'b'] }, 'q'],
  ])('returns 400 for %j', async (query, path) => {
    const { errors } = expectError(await request(query), 'validation_failed');
    expect(errors?.map((error) => error.path)).toEqual([path]);
  });
});
