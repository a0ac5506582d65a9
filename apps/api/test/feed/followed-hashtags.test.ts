import { followedHashtagsMax } from '@skein/contracts/limits';
import type { FollowedHashtag, Hashtag } from '@skein/contracts/search';
import type { Thread, ThreadPage } from '@skein/contracts/threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeedModule } from '../../src/modules/feed/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { recordStatements } from '../support/db/plans.ts';
import { publish } from '../support/factories/publish.ts';
import { insertFollow, insertRepost, insertUser } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createThreadsOn } from '../support/threads-module.ts';

let api: TestApi;
let author: User;

beforeAll(async () => {
  api = await startTestApi();
  author = await createUser(api);
});

afterAll(() => api.close());

const follow = (user: User, tag: string) =>
  api.request.post(`/api/hashtags/${encodeURIComponent(tag)}/follow`).set(user.auth);
const unfollow = (user: User, tag: string) =>
  api.request.delete(`/api/hashtags/${encodeURIComponent(tag)}/follow`).set(user.auth);

async function readFeed(user: User): Promise<Thread[]> {
  const response = await api.request.get('/api/threads?feed=following').set(user.auth).expect(200);
  return (response.body as ThreadPage).content;
}

async function readHashtag(user: User, tag: string): Promise<Hashtag> {
  const response = await api.request.get(`/api/hashtags/${tag}`).set(user.auth).expect(200);
  return response.body as Hashtag;
}

describe('a followed hashtag', () => {
  it('adds its public threads to the Following feed, with the hashtag as the reason', async () => {
    const reader = await createUser(api);
    const hidden = await createUser(api, { isPrivate: true });
    const fields = { content: 'Sourdough again #Bread' };
    const { id } = await publish(api, author, { fields });
    await publish(api, author, { fields: { content: 'A reply #bread', parentThreadId: id } });
    await publish(api, hidden, { fields });
    expect(await readFeed(reader)).toEqual([]);
    await follow(reader, '#BREAD').expect(200, {
      success: true,
      message: "You're now following this hashtag.",
      isFollowed: true,
    });
    await follow(reader, 'bread').expect(200);
    const feed = await readFeed(reader);
    expect(feed.map((thread) => [thread.id, thread.followedHashtag])).toEqual([[id, 'bread']]);
    expect((await readHashtag(reader, 'bread')).isFollowed).toBe(true);
    const list = await api.request.get('/api/hashtags/followed').set(reader.auth).expect(200);
    expect((list.body as FollowedHashtag[]).map(({ tag }) => tag)).toEqual(['bread']);
    await unfollow(reader, 'Bread').expect(200);
    expect(await readFeed(reader)).toEqual([]);
    expect((await readHashtag(reader, 'bread')).isFollowed).toBe(false);
  });

  it('is not the reason for a thread of a followed user or of a repost', async () => {
    const reader = await createUser(api);
    const followee = await createUser(api);
    await insertFollow(api.database, reader.id, followee.id);
    await follow(reader, 'tea').expect(200);
    const own = await publish(api, followee, { fields: { content: 'Oolong #tea' } });
    const other = await publish(api, author, { fields: { content: 'Sencha #tea' } });
    await insertRepost(api.database, followee.id, other.id);
    const feed = await readFeed(reader);
    expect(
      feed.map((thread) => [thread.id, thread.followedHashtag, thread.repostedBy?.id]),
    ).toEqual([
      [other.id, null, followee.id],
      [own.id, null, undefined],
    ]);
  });

  it('shows no threads of muted or blocked users', async () => {
    const reader = await createUser(api);
    await follow(reader, 'jam').expect(200);
    await publish(api, author, { fields: { content: 'Plums #jam' } });
    expect(await readFeed(reader)).toHaveLength(1);
    await api.request.post(`/api/users/${author.id}/mute`).set(reader.auth).expect(200);
    expect(await readFeed(reader)).toEqual([]);
  });

  it('is read in the same statement and does not displace other threads, even if most of its threads are replies', async () => {
    const reader = await createUser(api);
    const followee = await createUser(api);
    await insertFollow(api.database, reader.id, followee.id);
    await follow(reader, 'chatty').expect(200);
    const { id: rootId } = await publish(api, author, { fields: { content: 'Talk #chatty' } });
    await api.database.$executeRaw`
      WITH thread AS (
        INSERT INTO threads (id, author_id, content)
        SELECT uuidv7(n * interval '1 minute'), ${followee.id}::uuid, 'Words'
        FROM generate_series(1, 50) n RETURNING id, author_id
      ) INSERT INTO feed_entries (key, actor_id, thread_id) SELECT id, author_id, id FROM thread`;
    await api.database.$executeRaw`
      WITH reply AS (
        INSERT INTO threads (id, author_id, content, type, root_id, parent_id, level, path)
        SELECT uuidv7(n * interval '1 minute' + interval '1 second'), ${author.id}::uuid, 'Reply #chatty',
          'reply', ${rootId}::uuid, ${rootId}::uuid, 1, ${rootId}
        FROM generate_series(1, 75) n RETURNING id
      ) INSERT INTO thread_hashtags (hashtag_id, thread_id)
      SELECT hashtags.id, reply.id FROM reply, hashtags WHERE tag = 'chatty'`;
    const { database, statements } = recordStatements(api.database);
    const feed = createFeedModule({
      siteSettings: api.services.siteSettings,
      database: api.database,
      threads: createThreadsOn(database, api),
      lists: api.services.lists,
    });
    const page = { feed: 'following', size: 30 } as const;
    const viewer = { userId: reader.id, sessionId: '' };
    const first = await feed.list(viewer, { ...page, page: 0 });
    expect(first.content.map(({ content }) => content)).toEqual(Array(30).fill('Words'));
    expect(statements).toHaveLength(1);
    const cursor = first.nextCursor ?? '';
    const rest = await feed.list(viewer, { ...page, page: 0, cursor });
    expect(rest.content.map(({ content }) => content)).toEqual([
      ...Array<string>(20).fill('Words'),
      'Talk #chatty',
    ]);
    expect(rest.last).toBe(true);
  });

  it('counts as new in the Following feed', async () => {
    const reader = await createUser(api);
    await follow(reader, 'news').expect(200);
    const after = newId();
    await publish(api, author, { fields: { content: 'Today #news' } });
    const counts = await api.services.feed.countNew([{ userId: reader.id, after }], newId());
    expect(counts).toEqual(new Map([[reader.id, 1]]));
  });
});

describe('following a hashtag', () => {
  it('is limited per user, also for concurrent requests', async () => {
    const reader = await createUser(api);
    const tags = Array.from({ length: followedHashtagsMax - 1 }, (_, index) => `tag${index}x`);
    const data = tags.map((tag) => ({ userId: reader.id, tag }));
    await api.database.hashtagFollow.createMany({ data });
    const responses = await Promise.all(['one', 'two', 'three'].map((tag) => follow(reader, tag)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
    await follow(reader, 'tag0x').expect(200);
    expect(await api.database.hashtagFollow.count({ where: { userId: reader.id } })).toBe(
      followedHashtagsMax,
    );
  });

  it('returns 400 for a text that is not a hashtag and 401 when signed out', async () => {
    expectError(await follow(author, 'two words'), 'validation_failed');
    expectError(await api.request.post('/api/hashtags/bread/follow'), 'unauthenticated');
    await unfollow(author, 'two words').expect(200);
  });
});

describe('reposts', () => {
  it('of several followed users are grouped at the latest, with the others', async () => {
    const reader = await createUser(api);
    const { id } = await publish(api, author, { fields: { content: 'Shared' } });
    const names = ['first', 'second', 'third'];
    const followees: string[] = [];
    for (const username of names) {
      const followee = await insertUser(api.database, { username });
      followees.push(followee);
      await insertFollow(api.database, reader.id, followee);
      await insertRepost(api.database, followee, id);
    }
    const [thread] = await readFeed(reader);
    expect(thread).toMatchObject({
      repostedBy: { username: 'third' },
      otherReposters: [{ username: 'second' }, { username: 'first' }],
      otherRepostersCount: 2,
    });
    const mute = `/api/users/${followees[2]}/reposts/mute`;
    await api.request.post(mute).set(reader.auth).expect(200);
    expect((await readFeed(reader))[0]).toMatchObject({
      repostedBy: { username: 'second' },
      otherRepostersCount: 1,
    });
    await api.request.delete(mute).set(reader.auth).expect(200);
    expect((await readFeed(reader))[0]?.repostedBy?.username).toBe('third');
  });

  it('can be hidden of one user, whose own threads stay', async () => {
    const reader = await createUser(api);
    const followee = await createUser(api);
    await insertFollow(api.database, reader.id, followee.id);
    const own = await publish(api, followee, { fields: { content: 'Own words' } });
    const shared = await publish(api, author, { fields: { content: 'Shared words' } });
    await insertRepost(api.database, followee.id, shared.id);
    expect((await readFeed(reader)).map(({ id }) => id)).toEqual([shared.id, own.id]);
    const mute = `/api/users/${followee.id}/reposts/mute`;
    const readProfile = async () => {
      const response = await api.request.get(`/api/users/${followee.id}`).set(reader.auth);
      return response.body as { areRepostsMuted: boolean };
    };
    await api.request.post(mute).set(reader.auth).expect(200);
    await api.request.post(mute).set(reader.auth).expect(200);
    expect((await readFeed(reader)).map(({ id }) => id)).toEqual([own.id]);
    expect((await readProfile()).areRepostsMuted).toBe(true);
    await api.request.delete(mute).set(reader.auth).expect(200);
    expect((await readProfile()).areRepostsMuted).toBe(false);
  });

  it('cannot be hidden of oneself or of an unknown user', async () => {
    const path = (id: string) => `/api/users/${id}/reposts/mute`;
    const own = await api.request.post(path(author.id)).set(author.auth);
    expectError(own, 'validation_failed');
    expectError(await api.request.post(path(newId())).set(author.auth), 'not_found');
    expectError(await api.request.delete(path(newId())).set(author.auth), 'not_found');
    expectError(await api.request.post(path(author.id)), 'unauthenticated');
  });
});
