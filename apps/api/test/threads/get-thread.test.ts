import { replyPermissionSchema, threadSchema } from '@skein/contracts/threads';
import type { ReplyPermission, Thread } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import {
  deleteThread,
  insertBookmark,
  insertFollow,
  insertLike,
  insertUser,
  insertPoll,
  insertReaction,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let reader: User;
let author: User;

beforeAll(async () => {
  api = await startTestApi();
  reader = await createUser(api);
  author = await createUser(api, { isVerified: true });
});

afterAll(() => api.close());

const request = (id: string, as = reader) =>
  api.request.get(`/api/threads/${encodeURIComponent(id)}`).set(as.auth);

async function get(id: string, as = reader): Promise<Thread> {
  return threadSchema.strict().parse((await request(id, as).expect(200)).body);
}

describe('GET /threads/{threadId} without permission', () => {
  it('returns the same 404 as for a thread that does not exist', async () => {
    const privateAuthor = await insertUser(api.database, { isPrivate: true });
    const hidden = await insertThread(api.database, privateAuthor);
    const deleted = await insertThread(api.database, author.id);
    await deleteThread(api.database, deleted);
    const ids = [hidden, deleted, newId(), 'nonsense', `${hidden}x`, '1', '%', '../..', '\0', '🧶'];
    const responses = await Promise.all(ids.map((id) => request(id)));
    const [first, ...others] = responses.map((response) => {
      const { requestId: _, ...body } = expectError(response, 'not_found');
      return body;
    });
    for (const body of others) expect(body).toEqual(first);
  });

  it('returns 401 without a session', async () => {
    const id = await insertThread(api.database, author.id);
    expectError(await api.request.get(`/api/threads/${id}`), 'unauthenticated');
    expectError(await api.request.get('/api/threads/nonsense'), 'unauthenticated');
  });
});

describe('GET /threads/{threadId}', () => {
  it('returns the author and the viewer’s engagement', async () => {
    const { database } = api;
    await database.user.update({ where: { id: author.id }, data: { pictureKey: 'abc' } });
    const id = await insertThread(database, author.id);
    await insertLike(database, reader.id, id);
    await insertRepost(database, reader.id, id);
    await insertBookmark(database, reader.id, id);
    await insertReaction(database, reader.id, id, 'wow');
    const ofReader = { isLiked: true, isReposted: true, isBookmarked: true, myReaction: 'wow' };
    const counts = { likesCount: 1, repostsCount: 1, reactions: { wow: 1 } };
    expect(await get(id)).toMatchObject({
      userId: author.id,
      userPicture: '/media/abc/400.webp',
      isUserVerified: true,
      bookmarksCount: null,
      repostedBy: null,
      ...ofReader,
      ...counts,
    });
    const ofAuthor = { isLiked: false, isReposted: false, isBookmarked: false, myReaction: null };
    expect(await get(id, author)).toMatchObject({ bookmarksCount: 1, ...ofAuthor, ...counts });
  });

  it('returns the poll, which is open until its end', async () => {
    const id = await insertThread(api.database, author.id);
    const expiresAt = new Date(api.clock.now().getTime() + 60_000);
    const poll = await insertPoll(api.database, id, { expiresAt, voterId: reader.id });
    const expectedPoll = {
      id: poll.id,
      question: 'Which?',
      multiple: false,
      expiresAt: expiresAt.toISOString(),
      isClosed: false,
      totalVotes: 1,
      options: [
        { id: poll.optionIds[0], optionText: 'This', votesCount: 0 },
        { id: poll.optionIds[1], optionText: 'That', votesCount: 1 },
      ],
    };
    expect((await get(id)).poll).toEqual({ ...expectedPoll, myOptionIds: [poll.optionIds[1]] });
    expect((await get(id, author)).poll).toEqual({ ...expectedPoll, myOptionIds: [] });
    api.clock.advance(61_000);
    expect((await get(id)).poll?.isClosed).toBe(true);
  });

  it('returns the author of the parent if the viewer may see the parent', async () => {
    const { database } = api;
    const parentAuthor = await insertUser(database);
    const root = await insertThread(database, author.id);
    const parent = await insertThread(database, parentAuthor, { parentId: root });
    const id = await insertThread(database, author.id, { parentId: parent });
    const { username } = await database.user.findFirstOrThrow({ where: { id: parentAuthor } });
    expect((await get(id)).replyingTo).toMatchObject({ id: parentAuthor, username });
    expect((await get(root)).replyingTo).toBeNull();

    const quoting = await insertThread(database, author.id, { quotedId: id });
    expect((await get(quoting)).quotedThread?.replyingTo?.id).toBe(parentAuthor);

    await database.user.update({ where: { id: parentAuthor }, data: { isPrivate: true } });
    expect((await get(id)).replyingTo).toBeNull();
    await database.user.update({ where: { id: parentAuthor }, data: { isPrivate: false } });
    await database.block.create({ data: { blockerId: parentAuthor, blockedId: reader.id } });
    expect((await get(id)).replyingTo).toBeNull();
    expect((await get(id, author)).replyingTo?.id).toBe(parentAuthor);

    await deleteThread(database, parent);
    expect((await get(id, author)).replyingTo).toBeNull();
  });

  it('returns the quoted thread without the thread that it quotes', async () => {
    const { database } = api;
    const [innermost, otherAuthor] = [
      await insertThread(database, author.id),
      await insertUser(database),
    ];
    const inner = await insertThread(database, otherAuthor, {
      quotedId: innermost,
      content: 'Inner',
    });
    await insertPoll(database, inner, { expiresAt: api.clock.now(), voterId: reader.id });
    const outer = await insertThread(database, author.id, { quotedId: inner });
    const thread = await get(outer);
    expect(thread).toMatchObject({ threadType: 'quote', quotedThreadId: inner });
    expect(thread.quotedThread).toEqual({
      ...(await get(inner)),
      quotedThread: null,
      quotedThreadId: innermost,
    });
  });

  it('omits a quoted thread that the viewer may not see', async () => {
    const { database } = api;
    const quotedAuthor = await insertUser(database);
    const quoted = await insertThread(database, quotedAuthor);
    const id = await insertThread(database, author.id, { quotedId: quoted });
    expect((await get(id)).quotedThread?.id).toBe(quoted);
    await database.user.update({ where: { id: quotedAuthor }, data: { isPrivate: true } });
    expect(await get(id)).toMatchObject({ quotedThread: null, quotedThreadId: null });
  });

  it('returns an empty stub for a deleted thread with replies', async () => {
    const { database } = api;
    const quoted = await insertThread(database, author.id);
    const id = await insertThread(database, author.id, { quotedId: quoted, content: 'Secret' });
    await insertPoll(database, id, { expiresAt: api.clock.now(), voterId: reader.id });
    await insertThread(database, reader.id, { parentId: id });
    await deleteThread(database, id);
    expect(await get(id, author)).toMatchObject({
      isDeleted: true,
      content: '',
      userId: null,
      userName: null,
      userUsername: null,
      userEmail: null,
      isUserVerified: false,
      media: [],
      poll: null,
      quotedThread: null,
      quotedThreadId: null,
      repliesCount: 1,
      canReply: false,
      canQuote: false,
      canRepost: false,
    });
  });
});

describe('the permissions of a thread', () => {
  const users = ['author', 'follower', 'followee', 'mentioned', 'stranger'] as const;
  const allowedUsers: Record<ReplyPermission, readonly string[]> = {
    ANYONE: users,
    FOLLOWERS: ['author', 'follower'],
    FOLLOWING: ['author', 'followee'],
    MENTIONED_ONLY: ['author', 'mentioned'],
  };
  const ids = new Map<string, string>();
  let replyAuthor: string;

  beforeAll(async () => {
    const { database } = api;
    for (const name of users) ids.set(name, await insertUser(database));
    await insertFollow(database, getId('follower'), getId('author'));
    await insertFollow(database, getId('author'), getId('followee'));
    replyAuthor = await insertUser(database);
  });

  const getId = (name: string) => ids.get(name) ?? '';
  const getThread = (name: string, id: string) =>
    api.services.threads.get({ userId: getId(name), sessionId: '' }, id);

  it.each(replyPermissionSchema.options)(
    'match the reply permission %s',
    async (replyPermission) => {
      const { database } = api;
      const root = await insertThread(database, getId('author'), { replyPermission });
      await database.threadMention.create({ data: { threadId: root, userId: getId('mentioned') } });
      const reply = await insertThread(database, replyAuthor, { parentId: root });
      const deeper = await insertThread(database, replyAuthor, { parentId: reply });
      for (const name of users) {
        const isOpen = allowedUsers[replyPermission].includes(name);
        expect(await getThread(name, root)).toMatchObject({ canReply: isOpen, canQuote: isOpen });
        // The permission of the root applies to replies, the own permission to quotes.
        expect(await getThread(name, deeper)).toMatchObject({ canReply: isOpen, canQuote: true });
      }
    },
  );

  it('allow only the author to quote a thread of a private account', async () => {
    const { database } = api;
    const owner = await insertUser(database, { isPrivate: true });
    const id = await insertThread(database, owner);
    await insertFollow(database, getId('stranger'), owner);
    expect(await getThread('stranger', id)).toMatchObject({
      canReply: true,
      canQuote: false,
      canRepost: false,
    });
    ids.set('owner', owner);
    expect(await getThread('owner', id)).toMatchObject({
      canReply: true,
      canQuote: true,
      canRepost: true,
    });
  });
});
