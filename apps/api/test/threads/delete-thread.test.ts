import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { postThread, publish, readThread } from '../support/factories/publish.ts';
import {
  insertBookmark,
  insertLike,
  insertUser,
  insertPoll,
  insertReaction,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let ann: User;
let bob: User;

beforeAll(async () => {
  // One user sends more requests than allowed.
  api = await startTestApi({ limits: 'off' });
  ann = await createUser(api);
  bob = await createUser(api);
});

afterAll(() => api.close());

const remove = (as: User, id: string) =>
  api.request.delete(`/api/threads/${encodeURIComponent(id)}`).set(as.auth);

const exists = async (id: string) => (await api.database.thread.count({ where: { id } })) > 0;

const insertReply = (authorId: string, parentId: string) =>
  insertThread(api.database, authorId, { parentId });

/** Publishes a thread of Ann with a row in every dependent table. */
async function publishWithEverything(): Promise<string> {
  const { database } = api;
  const content = `#complete @${bob.username}`;
  const picture = await sampleImage().png().toBuffer();
  const { id } = await publish(api, ann, { fields: { content }, files: [picture] });
  await insertLike(database, bob.id, id);
  await insertRepost(database, bob.id, id);
  await insertBookmark(database, bob.id, id);
  await insertReaction(database, bob.id, id, 'wow');
  await insertPoll(database, id, { expiresAt: api.clock.now(), voterId: bob.id });
  await database.threadRevision.create({ data: { id: newId(), threadId: id, content: 'Old' } });
  return id;
}

async function countAttached(threadId: string): Promise<number> {
  const { database } = api;
  const where = { threadId };
  const counts = await Promise.all([
    database.like.count({ where }),
    database.repost.count({ where }),
    database.bookmark.count({ where }),
    database.reaction.count({ where }),
    database.poll.count({ where }),
    database.threadRevision.count({ where }),
    database.threadMention.count({ where }),
    database.threadHashtag.count({ where }),
    database.feedEntry.count({ where }),
    database.media.count({ where }),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

describe('DELETE /threads/{threadId}', () => {
  it('deletes the thread with its dependent rows and files', async () => {
    const id = await publishWithEverything();
    expect(await countAttached(id)).toBeGreaterThan(9);
    expect(await api.listFiles()).not.toEqual([]);
    const response = await remove(ann, id).expect(200);
    expect(response.body).toEqual({ success: true, message: 'The thread has been deleted.' });
    expect(await exists(id)).toBe(false);
    expect(await countAttached(id)).toBe(0);
    expect(await api.listFiles()).toEqual([]);
    expect(await api.database.unclaimedMedia.count()).toBe(0);
  });

  it('leaves an empty stub above its replies', async () => {
    const id = await publishWithEverything();
    const reply = await insertReply(bob.id, id);
    await remove(ann, id).expect(200);
    expect(await countAttached(id)).toBe(0);
    expect(await api.listFiles()).toEqual([]);
    expect(await readThread(api, ann, id)).toMatchObject({
      isDeleted: true,
      content: '',
      userId: null,
      media: [],
      hashtags: [],
      mentions: [],
      poll: null,
      likesCount: 0,
      repostsCount: 0,
      reactions: {},
      repliesCount: 1,
    });
    expect(await readThread(api, ann, reply)).toMatchObject({ parentThreadId: id });
    expectError(await remove(ann, id), 'not_found');
  });

  it('removes the stubs above that lose their last reply', async () => {
    const ids = [await insertThread(api.database, ann.id)];
    for (let depth = 0; depth < 7; depth += 1) {
      ids.push(await insertReply(ann.id, ids.at(-1) ?? ''));
    }
    const [root = '', first = '', second = '', ...deeper] = ids;
    const sibling = await insertReply(bob.id, first);
    for (const id of [...deeper.slice(0, -1), second, root, first]) {
      await remove(ann, id).expect(200);
    }
    await remove(ann, deeper.at(-1) ?? '').expect(200);
    const remaining = await api.database.thread.findMany({ where: { id: { in: ids } } });
    expect(remaining.map(({ id }) => id)).toEqual([root, first]);
    await remove(bob, sibling).expect(200);
    expect(await exists(root)).toBe(false);
  });

  it('decrements the counters of its parent, its quoted thread and its author', async () => {
    const quoted = await publish(api, bob, { fields: { content: 'Quote me' } });
    const fields = { content: 'I do', quotedThreadId: quoted.id };
    const quote = await publish(api, ann, { path: '/api/threads/quote-repost', fields });
    const reply = await insertReply(ann.id, quoted.id);
    await insertReply(bob.id, quote.id);
    await remove(ann, quote.id).expect(200);
    await remove(ann, reply).expect(200);
    expect(await readThread(api, bob, quoted.id)).toMatchObject({
      quotesCount: 0,
      repliesCount: 0,
    });
    expect(await readThread(api, bob, quote.id)).toMatchObject({ quotedThreadId: null });
  });

  it('deletes the author’s own reply to a thread that they can no longer see', async () => {
    const owner = await createUser(api);
    const reply = await insertReply(ann.id, await insertThread(api.database, owner.id));
    await api.database.user.update({ where: { id: owner.id }, data: { isPrivate: true } });
    await remove(ann, reply).expect(200);
    expect(await exists(reply)).toBe(false);
  });
});

describe('a rejected deletion', () => {
  it('returns 403 for a thread of another user', async () => {
    const id = await insertThread(api.database, ann.id);
    expectError(await remove(bob, id), 'forbidden');
    expect(await exists(id)).toBe(true);
  });

  it('returns 404 for a thread that the viewer may not see', async () => {
    const privateAuthor = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, privateAuthor);
    const twice = await insertThread(api.database, ann.id);
    await remove(ann, twice).expect(200);
    const responses = await Promise.all(
      [hidden, twice, newId(), 'nonsense', '\0'].map((id) => remove(ann, id)),
    );
    const [first, ...others] = responses.map((response) => {
      const { requestId: _, ...body } = expectError(response, 'not_found');
      return body;
    });
    for (const body of others) expect(body).toEqual(first);
    expect(await exists(hidden)).toBe(true);
  });

  it('returns 401 without a session', async () => {
    const id = await insertThread(api.database, ann.id);
    expectError(await api.request.delete(`/api/threads/${id}`), 'unauthenticated');
  });
});

describe('deleting during concurrent writes', () => {
  it('deletes once for concurrent requests', async () => {
    // Their only thread: a second decrement would violate the CHECK of the counter.
    const author = await createUser(api);
    const id = await insertThread(api.database, author.id);
    const responses = await Promise.all(Array.from({ length: 10 }, () => remove(author, id)));
    const statuses = responses.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  });

  it('leaves a stub if a concurrent reply was stored first, and nothing otherwise', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { id } = await publish(api, ann, { fields: { content: '#race' } });
      const fields = { content: 'Wait #race', parentThreadId: id };
      const [removed, replied] = await Promise.all([
        remove(ann, id),
        postThread(api, bob, { fields }),
      ]);
      expect(removed.status).toBe(200);
      expect([201, 404]).toContain(replied.status);
      expect(await exists(id)).toBe(replied.status === 201);
    }
  });

  it('leaves no like, repost or reaction of concurrent requests', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => createUser(api)));
    for (let round = 0; round < 6; round += 1) {
      const id = await insertThread(api.database, ann.id);
      if (round % 2 === 0) await insertReply(bob.id, id);
      const engage = (as: User, path: string) =>
        api.request.post(`/api/threads/${id}/${path}`).set(as.auth);
      const requests = users.flatMap((as) => [
        engage(as, 'like'),
        engage(as, 'repost'),
        engage(as, 'bookmark'),
        engage(as, 'reaction?reactionType=wow'),
      ]);
      const [removed, ...others] = await Promise.all([remove(ann, id), ...requests]);
      expect(removed.status).toBe(200);
      for (const { status } of others) expect([200, 404]).toContain(status);
      expect(await countAttached(id)).toBe(0);
    }
  });

  it('deletes a whole tree by concurrent requests', async () => {
    const root = await insertThread(api.database, ann.id);
    const ids = [root];
    for (let index = 0; index < 24; index += 1) {
      ids.push(await insertReply(ann.id, ids[Math.floor(index / 2)] ?? root));
    }
    const responses = await Promise.all(ids.map((id) => remove(ann, id)));
    expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await api.database.thread.count({ where: { id: { in: ids } } })).toBe(0);
  });

  it('does not deadlock for a thread and its quotes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const quoted = await publish(api, ann, { fields: { content: 'Quote me' } });
      const path = '/api/threads/quote-repost';
      const fields = { content: 'Done', quotedThreadId: quoted.id };
      const quotes = await Promise.all(
        [ann, bob, ann, bob].map((as) => publish(api, as, { path, fields })),
      );
      const responses = await Promise.all([
        remove(ann, quoted.id),
        ...quotes.map(({ id }, index) => remove(index % 2 === 0 ? ann : bob, id)),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
  });
});

describe('the counters after these tests', () => {
  it('equal the numbers of counted rows', async () => {
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});
