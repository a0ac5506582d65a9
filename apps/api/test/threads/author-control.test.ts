import { listReplies } from '@skein/contracts/threads';
import type { RepliesPage } from '@skein/contracts/threads';
import { profileDetailsSchema } from '@skein/contracts/users';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import { insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';

let api: TestApi;
let ann: User;
let bob: User;
let eve: User;

beforeAll(async () => {
  api = await startTestApi();
  [ann, bob, eve] = [await createUser(api), await createUser(api), await createUser(api)];
});

afterAll(() => api.close());

const post = (as: User, path: string) => api.request.post(`/api/threads/${path}`).set(as.auth);
const remove = (as: User, path: string) => api.request.delete(`/api/threads/${path}`).set(as.auth);
const reply = (authorId: string, parentId: string) =>
  insertThread(api.database, authorId, { parentId });

describe('a pinned thread', () => {
  const pinnedBy = async (user: User, as: User): Promise<string | null> => {
    const response = await api.request.get(`/api/users/${user.id}`).set(as.auth).expect(200);
    return profileDetailsSchema.strict().parse(response.body).pinnedThreadId;
  };

  it('is part of the profile until it is replaced, unpinned or deleted', async () => {
    const first = await insertThread(api.database, ann.id);
    const second = await insertThread(api.database, ann.id);
    expect(await pinnedBy(ann, bob)).toBeNull();
    await post(ann, `${first}/pin`).expect(200);
    await post(ann, `${first}/pin`).expect(200);
    expect(await pinnedBy(ann, bob)).toBe(first);
    await post(ann, `${second}/pin`).expect(200);
    expect(await pinnedBy(ann, bob)).toBe(second);
    await remove(ann, `${first}/pin`).expect(200);
    expect(await pinnedBy(ann, bob)).toBe(second);
    await remove(ann, `${second}/pin`).expect(200);
    expect(await pinnedBy(ann, bob)).toBeNull();
    await post(ann, `${first}/pin`).expect(200);
    await reply(bob.id, first);
    await remove(ann, first).expect(200);
    expect(await pinnedBy(ann, bob)).toBeNull();
    expect(await api.database.pinnedThread.count({ where: { userId: ann.id } })).toBe(0);
  });

  it('is not shown to users who may not see the threads of its author', async () => {
    const owner = await createUser(api);
    const id = await insertThread(api.database, owner.id);
    await post(owner, `${id}/pin`).expect(200);
    await api.database.user.update({ where: { id: owner.id }, data: { isPrivate: true } });
    expect(await pinnedBy(owner, bob)).toBeNull();
    expect(await pinnedBy(owner, owner)).toBe(id);
  });

  it('is an own thread or quote', async () => {
    const id = await insertThread(api.database, ann.id);
    expectError(await post(bob, `${id}/pin`), 'forbidden');
    expectError(await remove(bob, `${id}/pin`), 'forbidden');
    expectError(await post(ann, `${await reply(ann.id, id)}/pin`), 'forbidden');
    expectError(await post(ann, `${newId()}/pin`), 'not_found');
    expectError(await api.request.post(`/api/threads/${id}/pin`), 'unauthenticated');
  });

  it('is one thread, even if several are pinned at the same time', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => insertThread(api.database, eve.id)));
    await Promise.all(ids.map((id) => post(eve, `${id}/pin`).expect(200)));
    expect(ids).toContain(await pinnedBy(eve, ann));
  });
});

describe('the reply permission of a published thread', () => {
  const change = (as: User, id: string, replyPermission: string) =>
    api.request.put(`/api/threads/${id}/reply-permission`).set(as.auth).send({ replyPermission });

  it('applies to further replies', async () => {
    const id = await insertThread(api.database, ann.id);
    const fields = { content: 'Hi', parentThreadId: id };
    await publish(api, bob, { fields });
    await change(ann, id, 'FOLLOWING').expect(200);
    expect(await readThread(api, bob, id)).toMatchObject({
      replyPermission: 'FOLLOWING',
      canReply: false,
      repliesCount: 1,
      editedAt: null,
    });
    expectError(await postThread(api, bob, { fields }), 'forbidden');
    await change(ann, id, 'ANYONE').expect(200);
    await publish(api, bob, { fields });
  });

  it('can only be changed by the author, to a known value', async () => {
    const id = await insertThread(api.database, ann.id);
    expectError(await change(bob, id, 'ANYONE'), 'forbidden');
    expectError(await change(ann, id, 'NOBODY'), 'validation_failed');
    expectError(await change(ann, newId(), 'ANYONE'), 'not_found');
  });
});

describe('a hidden reply', () => {
  const read = async (id: string, query = ''): Promise<RepliesPage> => {
    const response = await api.request.get(`/api/threads/${id}/replies${query}`).set(eve.auth);
    return listReplies.response.strict().parse(response.body);
  };
  const collectIds = ({ content }: RepliesPage) => content.map(({ id }) => id);

  it('is listed, with the replies to it, only among the hidden replies', async () => {
    const root = await insertThread(api.database, ann.id);
    const [rude, kind] = [await reply(bob.id, root), await reply(bob.id, root)];
    const [belowRude, belowKind] = [await reply(eve.id, rude), await reply(bob.id, kind)];
    expect(await readThread(api, ann, rude)).toMatchObject({ canHide: true, isHidden: false });
    await post(ann, `${rude}/hide`).expect(200);
    await post(ann, `${rude}/hide`).expect(200);
    await post(ann, `${belowKind}/hide`).expect(200);
    const shown = await read(root);
    expect(collectIds(shown)).toEqual([kind]);
    expect(shown).toMatchObject({ hiddenCount: 2, totalElements: 4 });
    expect(collectIds(await read(root, '?hidden=true'))).toEqual([rude, belowRude, belowKind]);
    expect(collectIds(await read(rude))).toEqual([belowRude]);
    const page = await read(root, '?hidden=true&size=2');
    expect(page).toMatchObject({ last: false });
    const rest = await read(root, `?hidden=true&size=2&cursor=${page.nextCursor}`);
    expect(collectIds(rest)).toEqual([belowKind]);
    expect(await readThread(api, bob, rude)).toMatchObject({ isHidden: true, canHide: false });
    await remove(ann, `${rude}/hide`).expect(200);
    expect(collectIds(await read(root))).toEqual([rude, belowRude, kind]);
  });

  it('is a reply of another user below an own thread', async () => {
    const root = await insertThread(api.database, ann.id);
    const [own, other] = [await reply(ann.id, root), await reply(bob.id, root)];
    expectError(await post(ann, `${own}/hide`), 'forbidden');
    expectError(await post(ann, `${root}/hide`), 'forbidden');
    expectError(await post(bob, `${other}/hide`), 'forbidden');
    expectError(await remove(eve, `${other}/hide`), 'forbidden');
    expectError(await post(ann, `${newId()}/hide`), 'not_found');
  });
});

describe('a quote from which the author of the quoted thread removes it', () => {
  it('stays without it, and is no longer counted or notified', async () => {
    const quotedThreadId = await insertThread(api.database, ann.id);
    const { id } = await publish(api, bob, {
      path: '/api/threads/quote-repost',
      fields: { content: 'Look at this', quotedThreadId },
    });
    const notified = () => api.database.notification.count({ where: { threadId: id } });
    expect(await notified()).toBe(1);
    await post(ann, `${id}/detach-quote`).expect(200);
    await post(ann, `${id}/detach-quote`).expect(200);
    expect(await readThread(api, eve, id)).toMatchObject({
      content: 'Look at this',
      threadType: 'quote',
      quoteState: 'revoked',
      quotedThread: null,
      quotedThreadId: null,
    });
    expect((await readThread(api, eve, quotedThreadId)).quotesCount).toBe(0);
    expect(await notified()).toBe(0);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('is detached once by concurrent requests', async () => {
    const quotedId = await insertThread(api.database, ann.id);
    const id = await insertThread(api.database, bob.id, { quotedId });
    await Promise.all([1, 2, 3].map(() => post(ann, `${id}/detach-quote`).expect(200)));
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('can only be detached by that author', async () => {
    const quotedId = await insertThread(api.database, ann.id);
    const id = await insertThread(api.database, bob.id, { quotedId });
    expectError(await post(bob, `${id}/detach-quote`), 'forbidden');
    expectError(await post(eve, `${id}/detach-quote`), 'forbidden');
    expectError(await post(ann, `${quotedId}/detach-quote`), 'forbidden');
    expectError(await post(ann, `${newId()}/detach-quote`), 'not_found');
  });
});
