import { listFollowers } from '@skein/contracts/relationships';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { encryptCursor } from '../support/http/cursors.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertFollow, insertUser } from '../support/factories/threads.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

afterAll(() => api.close());

interface Page {
  content: { id: string; username: string; name: string }[];
  page: number | null;
  last: boolean;
  nextCursor: string | null;
}

async function readPage(by: User, path: string): Promise<Page> {
  const response = await actions.read(by, path).expect(200);
  return response.body as Page;
}

async function readAll(by: User, path: string, size: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page: Page = await readPage(by, `${path}?size=${size}${next}`);
    ids.push(...page.content.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

describe('followers and following', () => {
  it('list each user once, newest first, by cursor and by page', async () => {
    const [viewer, other] = [await createUser(api), await createUser(api)];
    const members: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const member = await insertUser(api.database);
      members.push(member);
      await insertFollow(api.database, member, other.id);
      await insertFollow(api.database, other.id, member);
    }
    // Paging must also work for rows with the same time.
    await api.database.follow.updateMany({
      where: { followerId: { in: members.slice(2, 5) } },
      data: { createdAt: new Date('2026-01-01T00:00:00.000Z') },
    });
    for (const list of ['followers', 'following']) {
      const path = `/users/${other.username}/${list}`;
      const all = (await readPage(viewer, path)).content.map(({ id }) => id);
      expect(all.toSorted()).toEqual(members.toSorted());
      for (const size of [1, 2, 3, 7]) expect(await readAll(viewer, path, size)).toEqual(all);
      const second = await readPage(viewer, `${path}?page=1&size=3`);
      expect(second.content.map(({ id }) => id)).toEqual(all.slice(3, 6));
      expect(second).toMatchObject({ page: 1, last: false });
    }
    const followers = await readPage(viewer, `/users/${other.id}/following`);
    expect(followers.content[0]?.id).toBe(members.at(-1));
  });

  it('can be searched by name and username, with pattern characters as text', async () => {
    const other = await createUser(api);
    for (const username of ['anna_lee', 'annaxlee', 'bert.100']) {
      await insertFollow(api.database, await insertUser(api.database, { username }), other.id);
    }
    const find = async (q: string) => {
      const path = `/users/${other.id}/followers?q=${encodeURIComponent(q)}`;
      return (await readPage(other, path)).content.map(({ username }) => username);
    };
    expect(await find('ANNA')).toEqual(['annaxlee', 'anna_lee']);
    expect(await find('a_lee')).toEqual(['anna_lee']);
    expect(await find('Member bert')).toEqual(['bert.100']);
    for (const withoutMatch of ['%', '%%', String.raw`\\`, "'", '100%', 'members.example']) {
      expect(await find(withoutMatch)).toEqual([]);
    }
    expect(await find('   ')).toHaveLength(3);
  });

  it('can be searched without accents and by similar names', async () => {
    const other = await createUser(api);
    for (const name of ['José Núñez', 'Margaret Hamilton', 'Andy Warhol']) {
      const id = await insertUser(api.database);
      await api.database.user.update({ where: { id }, data: { name } });
      await insertFollow(api.database, id, other.id);
    }
    const find = async (q: string) => {
      const path = `/users/${other.id}/followers?q=${encodeURIComponent(q)}`;
      return (await readPage(other, path)).content.map(({ name }) => name);
    };
    for (const q of ['jose', 'JOSÉ', 'nunez']) expect(await find(q)).toEqual(['José Núñez']);
    expect(await find('margarit')).toEqual(['Margaret Hamilton']);
    expect(await find('anna')).toEqual([]);
    expect(await find('\u0301')).toEqual([]);
  });

  it('omit suspended users and users with a block between them and the viewer', async () => {
    const [viewer, other] = [await createUser(api), await createUser(api)];
    const [blocker, blocked] = [await createUser(api), await createUser(api)];
    const suspended = await insertUser(api.database, { isSuspended: true });
    for (const id of [blocker.id, blocked.id, suspended, viewer.id]) {
      await insertFollow(api.database, id, other.id);
    }
    await actions.block(blocker, viewer.id).expect(200);
    await actions.block(viewer, blocked.id).expect(200);
    const path = `/users/${other.id}/followers`;
    expect(await readAll(viewer, path, 20)).toEqual([viewer.id]);
    expect(await readAll(other, path, 20)).toHaveLength(3);
  });

  it.each(['page=-1', 'size=0', 'size=101', 'page=x', 'page=200&size=100', 'q=a&q=b', 'cursor=x'])(
    'return 400 for %s',
    async (query) => {
      const viewer = await createUser(api);
      const response = await actions.read(viewer, `/users/${viewer.id}/followers?${query}`);
      expectError(response, 'validation_failed');
    },
  );

  it('return 400 for a cursor with a time that PostgreSQL does not support', async () => {
    const viewer = await createUser(api);
    const parts = [1, '0000-01-01T00:00:00.000Z', viewer.id];
    const cursor = encryptCursor(listFollowers, viewer, JSON.stringify(parts));
    const response = await actions.read(viewer, `/users/${viewer.id}/followers?cursor=${cursor}`);
    expectError(response, 'validation_failed');
  });
});
