import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usersPageSchema } from '@skein/contracts/relationships';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { publish } from '../support/factories/publish.ts';
import { insertFollow, insertUser } from '../support/factories/threads.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let viewer: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

afterAll(() => api.close());

async function find(path: string, by: User = viewer): Promise<string[]> {
  const response = await actions.read(by, path).expect(200);
  return (response.body as { username: string }[]).map(({ username }) => username);
}

describe('GET /users/suggestions', () => {
  const suggest = (limit = 5) => find(`/users/suggestions?limit=${limit}`);
  let followee: string;

  beforeEach(async () => {
    await api.database.user.deleteMany();
    viewer = await createUser(api);
    followee = await insertUser(api.database, { username: 'friend' });
    await insertFollow(api.database, viewer.id, followee);
  });

  it('returns five users: first followees of followees, then the most followed', async () => {
    const suggested = await insertUser(api.database, { username: 'near' });
    await insertFollow(api.database, followee, suggested);
    await insertFollow(api.database, followee, viewer.id);
    const mostFollowed = await insertUser(api.database, { username: 'famous' });
    const lessFollowed = await insertUser(api.database, { username: 'known' });
    for (const username of ['fan1', 'fan2', 'fan3']) {
      const fan = await insertUser(api.database, { username });
      await insertFollow(api.database, fan, mostFollowed);
      if (username !== 'fan3') await insertFollow(api.database, fan, lessFollowed);
    }
    expect(await suggest()).toEqual(['near', 'famous', 'known', 'fan1', 'fan2']);
    expect(await suggest(2)).toEqual(['near', 'famous']);
    const response = await actions.read(viewer, '/users/suggestions').expect(200);
    expect(response.body).toHaveLength(5);
  });

  it('omits dismissed, followed, requesting, muted and blocked users', async () => {
    const users = new Map<string, User>();
    await api.database.user.update({ where: { id: viewer.id }, data: { isPrivate: true } });
    const names = ['dismissed', 'muted', 'blocked', 'blocker', 'asked', 'asking', 'gone', 'free'];
    for (const name of names) {
      const user = await createUser(api, {
        username: name,
        isPrivate: name === 'asked',
      });
      users.set(name, user);
      await insertFollow(api.database, followee, user.id);
    }
    const userNamed = (name: string): User => users.get(name) ?? viewer;
    expect(await suggest(10)).toHaveLength(names.length);
    for (let count = 0; count < 2; count += 1) {
      await actions.remove(viewer, `/users/suggestions/${userNamed('dismissed').id}`).expect(200);
    }
    await actions.mute(viewer, userNamed('muted').id);
    await actions.block(viewer, userNamed('blocked').id);
    await actions.block(userNamed('blocker'), viewer.id);
    await actions.follow(viewer, userNamed('asked').id);
    await actions.follow(userNamed('asking'), viewer.id);
    const data = { suspendedAt: new Date() };
    await api.database.user.update({ where: { id: userNamed('gone').id }, data });
    // Users with a pending request only fill free places.
    expect(await suggest(1)).toEqual(['free']);
    expect(await suggest()).toEqual(['free', 'asked']);
    const response = await actions.read(viewer, '/users/suggestions').expect(200);
    expect(response.body).toMatchObject([
      { followRequestStatus: null },
      { isFollowing: false, followRequestStatus: 'PENDING' },
    ]);
  });

  it('returns public authors of the given hashtags first, by their number of threads', async () => {
    const near = await insertUser(api.database, { username: 'near' });
    await insertFollow(api.database, followee, near);
    for (const [username, isPrivate, contents] of [
      ['weaver', false, ['#Wool', '#wool and #looms', 'Only words']],
      ['dyer', false, ['#looms']],
      ['secret', true, ['#wool']],
    ] as const) {
      const author = await createUser(api, { username, isPrivate });
      for (const content of contents) await publish(api, author, { fields: { content } });
    }
    expect(await find('/users/suggestions?hashtags=%23WOOL, looms&limit=3')).toEqual([
      'weaver',
      'dyer',
      'near',
    ]);
    expect(await find('/users/suggestions?hashtags=,unknown&limit=1')).toEqual(['near']);
    const tooLong = await actions.read(viewer, `/users/suggestions?hashtags=${'a'.repeat(501)}`);
    expectError(tooLong, 'validation_failed');
  });

  it('lists dismissed users, latest first, and suggests restored ones again', async () => {
    const [first, second] = [await createUser(api), await createUser(api)];
    const dismissed = async (query = '') =>
      usersPageSchema.parse(
        (await actions.read(viewer, `/users/suggestions/dismissed${query}`).expect(200)).body,
      );
    for (const { id } of [first, second]) {
      await actions.remove(viewer, `/users/suggestions/${id}`).expect(200);
    }
    const page = await dismissed('?size=1');
    expect(page.content.map(({ id }) => id)).toEqual([second.id]);
    const next = await dismissed(`?size=1&cursor=${page.nextCursor}`);
    expect(next.content.map(({ id }) => id)).toContain(first.id);

    for (let count = 0; count < 2; count += 1) {
      await actions.put(viewer, `/users/suggestions/${first.id}`).expect(200);
    }
    expect((await dismissed()).content.map(({ id }) => id)).not.toContain(first.id);
    expect(await suggest(50)).toContain(first.username);
    expect(await suggest(50)).not.toContain(second.username);
    expectError(await actions.put(viewer, '/users/suggestions/unknown'), 'not_found');
  });

  it('returns 404 when the viewer dismisses themselves', async () => {
    expectError(await actions.remove(viewer, `/users/suggestions/${viewer.id}`), 'not_found');
  });

  it.each(['limit=0', 'limit=51', 'limit=x', 'limit=1&limit=2'])(
    'returns 400 for %s',
    async (query) => {
      const response = await actions.read(viewer, `/users/suggestions?${query}`);
      expectError(response, 'validation_failed');
    },
  );
});

describe('GET /users/search', () => {
  const search = (q: string) => find(`/users/search?q=${encodeURIComponent(q)}`);

  beforeAll(async () => {
    await api.database.user.deleteMany();
    viewer = await createUser(api, { firstName: 'Own', lastName: 'Self', email: 'own@secret.org' });
    const names = {
      lena: 'Lena Fischer',
      lena_m: 'Mara Lenz',
      helena: 'Helena Ohm',
      'b.lena': 'Bo Lind',
      per_cent: '100% Wool',
      umlaut: 'Jörg Öztürk',
      peggy: 'Margaret Hamilton',
      nunez: 'José Núñez',
      smith: 'John Smith',
      parker: 'Anna Parker',
      captain: 'Jean-Luc Picard',
    };
    for (const [username, name] of Object.entries(names)) {
      const id = await insertUser(api.database, { username });
      await api.database.user.update({ where: { id }, data: { name } });
      if (username === 'b.lena') await insertFollow(api.database, viewer.id, id);
    }
    await insertUser(api.database, { username: 'lena_gone', isSuspended: true });
  });

  it('sorts exact matches before prefixes, and prefixes before other matches', async () => {
    expect(await search('lena')).toEqual(['lena', 'lena_m', 'b.lena', 'helena']);
    expect(await search('@LENA')).toEqual(['lena', 'lena_m', 'b.lena', 'helena']);
    expect(await search('fisch')).toEqual(['lena']);
    expect(await search('öz')).toEqual(['umlaut']);
    expect(await search('b')).toEqual(['b.lena']);
    expect(await find('/users/search?q=lena&limit=1')).toEqual(['lena']);
  });

  it('ignores case and accents in the query and in names', async () => {
    for (const q of ['jorg', 'JÖRG', 'Jo\u0308rg', 'ozturk'])
      expect(await search(q)).toEqual(['umlaut']);
    for (const q of ['nunez', 'Núñez', 'jose', 'ÉSAR JOSÉ'.slice(5)]) {
      expect(await search(q)).toEqual(['nunez']);
    }
    expect(await search('\u0301')).toEqual([]);
  });

  it('adds similar names if few names contain the text', async () => {
    expect(await search('margarit')).toEqual(['peggy']);
    expect(await search('hamiltno')).toEqual(['peggy']);
    expect(await search('margarit hamilton')).toEqual(['peggy']);
    expect(await search('jonh')).toEqual(['smith']);
    expect(await search('luc picrad')).toEqual(['captain']);
    expect(await search('margarethamilton')).toEqual(['peggy']);
    // The similarity of the misspelled word alone is low.
    for (const q of ['jhon smith', 'john simth']) expect(await search(q)).toEqual(['smith']);
    expect(await search('anna praker')).toEqual(['parker']);
    for (const q of ['lnea fischer', 'lena fsihcer']) expect(await search(q)).toEqual(['lena']);
    expect(await search('hamiltno magraret')).toEqual(['peggy']);
    expect(await search('lenna')).toEqual(['b.lena', 'lena', 'lena_m']);
    // A user with the misspelled name does not hide the others.
    await insertUser(api.database, { username: 'jhon.smith' });
    expect(await search('jhon smith')).toEqual(['jhon.smith', 'smith']);
    await api.database.user.updateMany({
      where: { username: 'jhon.smith' },
      data: { name: 'Jhon Smith' },
    });
    expect(await search('jhon smith')).toEqual(['jhon.smith', 'smith']);
    // Too short for corrections; and with three matches, no similar names are added.
    expect(await search('jhn')).toEqual([]);
    expect(await search('lena')).toHaveLength(4);
  });

  it('omits suspended and blocked users with similar names', async () => {
    const { id } = await api.database.user.findFirstOrThrow({ where: { username: 'peggy' } });
    await api.database.block.create({ data: { blockerId: id, blockedId: viewer.id } });
    expect(await search('margarit')).toEqual([]);
    await api.database.block.deleteMany();
    const setSuspended = (suspendedAt: Date | null) =>
      api.database.user.update({ where: { id }, data: { suspendedAt } });
    await setSuspended(new Date());
    expect(await search('margarit')).toEqual([]);
    await setSuspended(null);
  });

  it('treats pattern characters literally', async () => {
    expect(await search('100%')).toEqual(['per_cent']);
    expect(await search('na_')).toEqual(['lena_m']);
    for (const q of ['%', '_', '___', String.raw`\\`, '%%', "' OR 1=1", '  ', '@', '']) {
      expect(await search(q)).toEqual([]);
    }
  });

  it('does not find users by email', async () => {
    expect(await search('secret')).toEqual([]);
    expect(await search('own@secret.org')).toEqual([]);
    expect(await search('members.example')).toEqual([]);
  });

  it('returns 400 for an invalid query', async () => {
    for (const query of ['q=%00', `q=${'x'.repeat(201)}`, 'q=a&q=b', 'limit=51']) {
      expectError(await actions.read(viewer, `/users/search?${query}`), 'validation_failed');
    }
  });
});
