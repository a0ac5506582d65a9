import { listReplies } from '@skein/contracts/threads';
import type { RepliesPage } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  deleteThread,
  insertLike,
  insertUser,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let ann: User;

beforeAll(async () => {
  api = await startTestApi();
  ann = await createUser(api);
});

afterAll(() => api.close());

const request = (id: string, query: Record<string, string> = {}) =>
  api.request
    .get(`/api/threads/${encodeURIComponent(id)}/replies`)
    .set(ann.auth)
    .query(query);

async function read(id: string, query: Record<string, string> = {}): Promise<RepliesPage> {
  return listReplies.response.strict().parse((await request(id, query).expect(200)).body);
}

const collectIds = ({ content }: RepliesPage) => content.map(({ id }) => id);
const insertReply = (parentId: string, authorId = ann.id) =>
  insertThread(api.database, authorId, { parentId });

/** A root with two replies; the first has two replies, the second one. */
async function insertTree() {
  const root = await insertThread(api.database, ann.id);
  const [a, b] = [await insertReply(root), await insertReply(root)];
  const [a1, b1, a2] = [await insertReply(a), await insertReply(b), await insertReply(a)];
  return { root, a, a1, a2, b, b1 };
}

describe('GET /threads/{threadId}/replies', () => {
  it('returns replies of all levels in reading order', async () => {
    const { root, a, a1, a2, b, b1 } = await insertTree();
    const page = await read(root);
    expect(collectIds(page)).toEqual([a, a1, a2, b, b1]);
    expect(page).toMatchObject({ page: 0, last: true, nextCursor: null, totalElements: 5 });
    expect(page.content.map(({ threadLevel }) => threadLevel)).toEqual([1, 2, 2, 1, 2]);
  });

  it('returns only the replies below a reply', async () => {
    const { a, a1, a2, b } = await insertTree();
    expect(collectIds(await read(a))).toEqual([a1, a2]);
    expect((await read(a)).totalElements).toBe(2);
    expect(await read(a1)).toMatchObject({ content: [], totalElements: 0, last: true });
    expect((await read(b)).totalElements).toBe(1);
  });

  it('returns the descendants of a reply on the deepest level', async () => {
    let deepest = await insertThread(api.database, ann.id);
    for (let level = 1; level <= 5; level += 1) deepest = await insertReply(deepest);
    const { parentId } = await api.database.thread.findFirstOrThrow({ where: { id: deepest } });
    const [first, other] = [await insertReply(deepest), await insertReply(parentId ?? '')];
    const second = await insertReply(first);
    expect(await read(deepest)).toMatchObject({ totalElements: 2 });
    expect(collectIds(await read(deepest))).toEqual([first, second]);
    expect(collectIds(await read(first))).toEqual([second]);
    expect(collectIds(await read(parentId ?? ''))).toEqual([deepest, first, other, second]);
  });

  it('pages by number and by cursor', async () => {
    const { root, a, a1, a2, b, b1 } = await insertTree();
    const first = await read(root, { size: '2' });
    expect(collectIds(first)).toEqual([a, a1]);
    expect(first).toMatchObject({ last: false, totalElements: 5, page: 0, size: 2 });
    expect(collectIds(await read(root, { size: '2', page: '1' }))).toEqual([a2, b]);
    const second = await read(root, { size: '2', cursor: first.nextCursor ?? '' });
    expect(collectIds(second)).toEqual([a2, b]);
    expect(second.page).toBeNull();
    // New replies before the position do not shift the page, and the reply at the position can be deleted.
    await insertReply(a1);
    await api.database.thread.delete({ where: { id: a1 } });
    expect(collectIds(await read(root, { cursor: second.nextCursor ?? '' }))).toEqual([b1]);
    expect(collectIds(await read(root, { cursor: first.nextCursor ?? '' })).slice(-3)).toEqual([
      a2,
      b,
      b1,
    ]);
  });

  it('returns the authors and the viewer’s engagement', async () => {
    const root = await insertThread(api.database, ann.id);
    const id = await insertReply(root, await insertUser(api.database));
    await insertLike(api.database, ann.id, id);
    expect((await read(root)).content).toMatchObject([{ id, isLiked: true, canReply: true }]);
  });

  it('omits hidden replies, but counts all', async () => {
    const { root, a, a1, a2, b, b1 } = await insertTree();
    const hidden = await insertReply(a, await insertUser(api.database, { isPrivate: true }));
    const below = await insertReply(hidden);
    const page = await read(root);
    expect(collectIds(page)).toEqual([a, a1, a2, below, b, b1]);
    expect(page.totalElements).toBe(7);
  });

  it('returns a stub for a deleted reply with replies', async () => {
    const { root, a, a1, a2, b, b1 } = await insertTree();
    await deleteThread(api.database, a);
    await deleteThread(api.database, b1);
    const page = await read(root);
    expect(collectIds(page)).toEqual([a, a1, a2, b]);
    expect(page.content[0]).toMatchObject({ isDeleted: true, content: '', userId: null });
    expect(page.totalElements).toBe(3);
    expect(collectIds(await read(a))).toEqual([a1, a2]);
  });
});

describe('a rejected request for replies', () => {
  it('returns 404 for a thread that the viewer may not see', async () => {
    const privateAuthor = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, privateAuthor);
    const ownReply = await insertReply(hidden);
    const responses = await Promise.all(
      [hidden, ownReply, newId(), 'nonsense', '\0', '%'].map((id) => request(id)),
    );
    const [first, ...others] = responses.map((response) => {
      const { requestId: _, ...body } = expectError(response, 'not_found');
      return body;
    });
    for (const body of others) expect(body).toEqual(first);
  });

  it('returns 400 for an invalid cursor or one of another thread', async () => {
    const [tree, otherTree] = [await insertTree(), await insertTree()];
    const cursor = (await read(tree.root, { size: '1' })).nextCursor ?? '';
    for (const wrong of ['x', '', 'AAAA', `${cursor}A`, cursor.slice(0, -4), '!']) {
      expectError(await request(tree.root, { cursor: wrong }), 'validation_failed');
    }
    expectError(await request(otherTree.root, { cursor }), 'validation_failed');
    expectError(await request(tree.root, { size: '201' }), 'validation_failed');
  });

  it('returns 401 without a session', async () => {
    expectError(await api.request.get(`/api/threads/${newId()}/replies`), 'unauthenticated');
  });
});
