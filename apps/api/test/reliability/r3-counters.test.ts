import { repair } from '@skein/db/repair';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createChatClient } from '../chat/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertPoll, insertThread } from '../support/factories/threads.ts';

const rounds = 4;

let servers: TestApi[];
let first: TestApi;
/** The actions of users, by server. */
let actionsByServer: ReturnType<typeof createUserActions>[];
let author: User;
let users: User[];

beforeAll(async () => {
  // One user sends more requests than allowed.
  first = await startTestApi({ limits: 'off' });
  servers = [first, await startTestApi({ limits: 'off', databaseUrl: first.databaseUrl })];
  actionsByServer = servers.map(createUserActions);
  author = await createUser(first);
  users = await Promise.all(times(16, () => createUser(first)));
}, 60_000);

/** Checks that every counter equals its rows, and that repair finds nothing. */
afterEach(async () => {
  const drifts = [
    ...(await findCounterDrift(first.databaseUrl)),
    ...(await repair(first.databaseUrl)),
  ];
  if (drifts.length > 0) throw new Error(JSON.stringify(drifts));
});

afterAll(async () => {
  for (const api of servers.toReversed()) await api.close();
});

function times<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** The actions on the server for the request with this index. */
function getActions(index: number): ReturnType<typeof createUserActions> {
  return actionsByServer[index % actionsByServer.length] ?? createUserActions(first);
}

/** Counts the statuses of concurrent requests. */
async function tally(requests: PromiseLike<{ status: number }>[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { status } of await Promise.all(requests)) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

const readCounts = (id: string) =>
  first.database.thread.findFirstOrThrow({
    where: { id },
    select: {
      likesCount: true,
      bookmarksCount: true,
      repostsCount: true,
      reactionCounts: true,
      repliesCount: true,
      quotesCount: true,
    },
  });

const toggles = ['like', 'bookmark', 'repost', 'reaction?reactionType=wow'];

const toggle = (index: number, by: User, id: string, operation: string, body = {}) =>
  getActions(index).post(by, `/threads/${id}/${operation}`).send(body);

describe('likes, bookmarks, reposts and reactions by two servers', () => {
  it('count each user once', async () => {
    const id = await insertThread(first.database, author.id);
    for (const operation of toggles) {
      const same = times(30, (index) => toggle(index, author, id, operation, { on: true }));
      expect(await tally(same)).toEqual(new Map([[200, 30]]));
      await tally(users.map((user, index) => toggle(index, user, id, operation, { on: true })));
    }
    expect(await readCounts(id)).toMatchObject({
      likesCount: 17,
      bookmarksCount: 17,
      repostsCount: 17,
      reactionCounts: { wow: 17 },
    });
  });

  it('stay correct while they are toggled and the thread is deleted', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const id = await insertThread(first.database, author.id);
      const counts = await tally([
        ...users.flatMap((user, index) =>
          toggles.map((operation) =>
            toggle(index, user, id, operation, index % 3 ? { on: true } : {}),
          ),
        ),
        ...users
          .slice(0, 4)
          .map((user, index) =>
            getActions(index).post(user, '/threads').send({ content: 'Yes', parentThreadId: id }),
          ),
        toggle(0, users[5] ?? author, id, 'repost', { quoteContent: 'Oh' }),
        getActions(round).remove(author, `/threads/${id}`),
      ]);
      expect([...counts.keys()].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    }
  });
});

it('counts a vote once with two servers', async () => {
  const id = await insertThread(first.database, author.id);
  const expiresAt = new Date(Date.now() + 3_600_000);
  const voterId = users.at(-1)?.id ?? '';
  const { optionIds } = await insertPoll(first.database, id, { expiresAt, voterId });
  const vote = (index: number, by: User) =>
    getActions(index)
      .post(by, `/threads/${id}/poll/vote`)
      .send({ optionIds: [optionIds[index % 2]] });
  const same = await tally(times(20, (index) => vote(index, author)));
  expect(same).toEqual(
    new Map([
      [200, 1],
      [409, 19],
    ]),
  );
  const others = users.slice(0, -1);
  expect(await tally(others.map((user, index) => vote(index, user)))).toEqual(
    new Map([[200, others.length]]),
  );
  const options = await first.database.pollOption.findMany({ where: { id: { in: optionIds } } });
  expect(options.reduce((sum, { votesCount }) => sum + votesCount, 0)).toBe(users.length + 1);
});

describe('follows on two servers', () => {
  it('end followed or unfollowed after concurrent requests', async () => {
    const [viewer, other] = [await createUser(first), await createUser(first)];
    await tally(
      times(40, (index) =>
        index % 4 < 2
          ? getActions(index).follow(viewer, other.id)
          : getActions(index).unfollow(viewer, other.id),
      ),
    );
    await getActions(0).follow(viewer, other.id).expect(200);
    expect((await getActions(1).profile(other, other.id)).body).toMatchObject({
      followersCount: 1,
    });
  });

  it('requests, approvals, rejections and withdrawals take effect in one order', async () => {
    const other = await createUser(first, { isPrivate: true });
    for (let round = 0; round < rounds; round += 1) {
      const viewer = await createUser(first);
      await getActions(0).follow(viewer, other.id).expect(200);
      const id = await getActions(0).requestId(viewer, other);
      const responses = await Promise.all([
        getActions(round).approve(other, id),
        getActions(round + 1).reject(other, id),
        getActions(round).approve(other, id),
        getActions(round + 1).unfollow(viewer, other.id),
        getActions(round).follow(viewer, other.id),
      ]);
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
      const pair = { followerId: viewer.id, followeeId: other.id };
      const follows = await first.database.follow.count({ where: pair });
      const profile = await getActions(1).profile(viewer, other.id);
      const isFollowing = follows === 1;
      expect(profile.body).toMatchObject({ isFollowing, canViewThreads: isFollowing });
    }
  });

  it('never exist after a block', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [viewer, other] = [await createUser(first), await createUser(first)];
      await tally([
        getActions(round).follow(viewer, other.id),
        getActions(round + 1).block(other, viewer.id),
        getActions(round).follow(other, viewer.id),
        getActions(round + 1).follow(viewer, other.id),
      ]);
      const ids = [viewer.id, other.id];
      const between = { followerId: { in: ids }, followeeId: { in: ids } };
      expect(await first.database.follow.count({ where: between })).toBe(0);
    }
  });
});

it('counts as many unread notifications as the list contains', async () => {
  const other = await createUser(first);
  const ids = await Promise.all(times(5, () => insertThread(first.database, other.id)));
  await tally([
    ...ids.flatMap((id) => users.map((user, index) => toggle(index, user, id, 'like'))),
    ...users.map((user, index) => getActions(index).follow(user, other.id)),
    ...times(6, (index) =>
      (servers[index % 2] ?? first).request
        .put('/api/notifications/mark-read')
        .set(other.auth)
        .send({}),
    ),
    getActions(0).remove(other, `/threads/${ids[4] ?? ''}`),
  ]);
  for (const { read } of actionsByServer) {
    const unreadCount = await read(other, '/notifications/unread-count').expect(200);
    const list = await read(other, '/notifications?size=100').expect(200);
    const { content } = list.body as { content: { isRead: boolean }[] };
    expect(unreadCount.body).toEqual({ count: content.filter(({ isRead }) => !isRead).length });
  }
});

it('counts unread messages correctly while they are sent, read and deleted', async () => {
  const [viewer, other] = [await createUser(first), await createUser(first)];
  const chats = servers.map(createChatClient);
  const chat = (index: number) => chats[index % 2] ?? createChatClient(first);
  const sent = await chat(0).sendMessage(viewer, other);
  await tally([
    ...times(40, (index) => chat(index).send(viewer, other.id)),
    ...times(10, (index) => chat(index).send(other, viewer.id)),
    ...times(10, (index) => chat(index).markRead(other, viewer.id)),
    chat(1).deleteMessage(viewer, sent.id),
  ]);
  const last = await chat(0).sendMessage(viewer, other);
  expect(last.isRead).toBe(false);
  expect(await chat(1).countUnread(other)).toBeGreaterThan(0);
  await chat(0).markRead(other, viewer.id).expect(200);
  expect(await chat(1).countUnread(other)).toBe(0);
});
