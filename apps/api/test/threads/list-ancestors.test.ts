import { ancestorsMax } from '@skein/contracts/limits';
import { listAncestors } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { deleteThread, insertThread, insertUser } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let ann: User;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
});

afterAll(() => api.close());

const request = (id: string, viewer = ann) =>
  api.request.get(`/api/threads/${encodeURIComponent(id)}/ancestors`).set(viewer.auth);

async function read(id: string, viewer = ann) {
  return listAncestors.response.parse((await request(id, viewer).expect(200)).body);
}

const readIds = async (id: string) => (await read(id)).map((thread) => thread?.id ?? null);

/** A root and one reply below the other, by the given authors. */
async function insertChain(authorIds: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const authorId of authorIds) {
    const parentId = ids.at(-1);
    ids.push(
      await insertThread(api.database, authorId, parentId === undefined ? {} : { parentId }),
    );
  }
  return ids;
}

describe('GET /threads/{threadId}/ancestors', () => {
  it('returns the threads above a reply from the root to its parent', async () => {
    const [root = '', first = '', second = '', third = ''] = await insertChain(
      Array.from({ length: 4 }, () => ann.id),
    );
    await insertThread(api.database, ann.id, { parentId: root });
    expect(await readIds(third)).toEqual([root, first, second]);
    expect((await read(third)).map((thread) => thread?.threadLevel)).toEqual([0, 1, 2]);
    expect(await readIds(first)).toEqual([root]);
  });

  it('returns nothing for a root', async () => {
    expect(await read(await insertThread(api.database, ann.id))).toEqual([]);
  });

  it('follows the parents of replies on the deepest level', async () => {
    const chain = await insertChain(Array.from({ length: 9 }, () => ann.id));
    expect(await readIds(chain.at(-1) ?? '')).toEqual(chain.slice(0, -1));
  });

  it('returns at most the nearest ones', async () => {
    const chain = await insertChain(Array.from({ length: ancestorsMax + 3 }, () => ann.id));
    expect(await readIds(chain.at(-1) ?? '')).toEqual(chain.slice(2, -1));
  });

  it('returns a stub for a deleted ancestor', async () => {
    const [root = '', deleted = '', reply = ''] = await insertChain([ann.id, ann.id, ann.id]);
    await deleteThread(api.database, deleted);
    expect(await read(reply)).toMatchObject([
      { id: root, isDeleted: false },
      { id: deleted, isDeleted: true, content: '', userId: null },
    ]);
  });

  it('returns null for an ancestor that the viewer may not see, without its id', async () => {
    const stranger = await insertUser(api.database, { isPrivate: true });
    const [root = '', hidden = '', shown = '', reply = ''] = await insertChain([
      ann.id,
      stranger,
      ann.id,
      ann.id,
    ]);
    expect(await readIds(reply)).toEqual([root, null, shown]);
    const { text } = await request(reply);
    expect(text).not.toContain(hidden);
    expect(text).not.toContain(hidden.replaceAll('-', ''));
  });

  it('hides ancestors of blocked users', async () => {
    const blocked = await createUser(api);
    const [root = '', , reply = ''] = await insertChain([ann.id, blocked.id, ann.id]);
    await api.request.post(`/api/users/${blocked.id}/block`).set(ann.auth).expect(200);
    expect(await readIds(reply)).toEqual([root, null]);
  });

  it('returns the quoted thread of an ancestor', async () => {
    const quotedId = await insertThread(api.database, ann.id, { content: 'Quoted words' });
    const root = await insertThread(api.database, ann.id, { quotedId });
    const reply = await insertThread(api.database, ann.id, { parentId: root });
    expect(await read(reply)).toMatchObject([{ id: root, quotedThread: { id: quotedId } }]);
  });

  it('returns 401 without a session', async () => {
    expectError(await api.request.get(`/api/threads/${newId()}/ancestors`), 'unauthenticated');
  });

  it('returns 404 for an unknown, malformed or hidden thread', async () => {
    const stranger = await insertUser(api.database, { isPrivate: true });
    const hiddenRoot = await insertThread(api.database, stranger);
    const hiddenReply = await insertThread(api.database, ann.id, { parentId: hiddenRoot });
    for (const id of [newId(), 'no-id', hiddenRoot, hiddenReply]) {
      expectError(await request(id), 'not_found');
    }
  });
});
