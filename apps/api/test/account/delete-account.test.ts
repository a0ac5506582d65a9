import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import {
  insertBookmark,
  insertLike,
  insertPoll,
  insertReaction,
  insertRepost,
  insertThread,
} from '../support/factories/threads.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

afterAll(() => api.close());

const remove = (user: User, password: unknown = user.password) =>
  api.request.delete('/api/users/me').set(user.auth).send({ password });

describe('deleting an account', () => {
  it('requires the password', async () => {
    const user = await createUser(api);
    expectError(await remove(user, 'wrong'), 'wrong_password');
    for (const password of [undefined, 7, ['x'], 'a\0b']) {
      const response = api.request.delete('/api/users/me').set(user.auth).send({ password });
      expectError(await response, 'validation_failed');
    }
    expectError(await api.request.delete('/api/users/me').set(user.auth), 'validation_failed');
    expectError(await api.request.delete('/api/users/me'), 'unauthenticated');
    await actions.read(user, '/users/me').expect(200);
  });

  it('ends all sessions and frees the email address and username', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const login = await api.request
      .post('/api/auth/login')
      .send({ email: user.email, password: user.password });
    const { token } = login.body as { token: string };
    const response = await remove(user).expect(200);
    expect(response.body).toEqual({ success: true, message: 'Your account has been deleted.' });
    expect(response.headers['set-cookie']?.[0]).toMatch(/^skein_stream=;/);

    for (const old of [user.token, token]) {
      const me = api.request.get('/api/users/me').set({ Authorization: `Bearer ${old}` });
      expectError(await me, 'unauthenticated');
    }
    expectError(await actions.profile(other, user.username), 'not_found');
    const oldLogin = { email: user.email, password: user.password };
    expectError(await api.request.post('/api/auth/login').send(oldLogin), 'invalid_credentials');
    const [firstName = '', lastName = ''] = user.name.split(' ');
    const next = await createUser(api, { email: user.email, firstName, lastName });
    expect(next.username).toBe(user.username);
  });

  it('deletes all data of the account and keeps replies of others', async () => {
    const [user, other, friend] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const { database } = api;
    const withReply = await insertThread(database, user.id, { content: 'With a reply #tag' });
    const replyOfOther = await insertThread(database, other.id, {
      parentId: withReply,
      content: 'A reply',
    });
    const quotedThread = await insertThread(database, user.id);
    const othersThread = await insertThread(database, other.id);
    const reply = await insertThread(database, user.id, { parentId: othersThread });
    const quote = await insertThread(database, user.id, { quotedId: othersThread });
    const quoting = await insertThread(database, other.id, { quotedId: quotedThread });
    await insertPoll(database, othersThread, {
      expiresAt: new Date('2099-01-01'),
      voterId: user.id,
    });
    await insertLike(database, user.id, othersThread);
    await insertLike(database, friend.id, othersThread);
    await insertBookmark(database, user.id, othersThread);
    await insertReaction(database, user.id, othersThread, 'wow');
    await insertRepost(database, user.id, othersThread);
    await insertRepost(database, other.id, quotedThread);
    await actions.follow(user, other.id);
    await actions.follow(other, user.id);
    await actions.follow(friend, user.id);
    const image = await sampleImage().png().toBuffer();
    const saved = await api.request
      .put('/api/users/me')
      .set(user.auth)
      .attach('profileImage', image, 'a.png')
      .attach('bannerImage', image, 'b.png');
    const { picture, banner } = (saved.body as { user: Record<'picture' | 'banner', string> }).user;
    const upload = api.request.post('/api/threads').set(user.auth).attach('media', image, 'b.png');
    await upload.expect(201);

    await remove(user).expect(200);

    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
    expect(await api.listFiles()).toEqual([]);
    for (const url of [picture, banner]) await api.request.get(url).expect(404);
    const stub = await actions.read(other, `/threads/${withReply}`).expect(200);
    expect(stub.body).toMatchObject({ isDeleted: true, userId: null, userName: null, content: '' });
    await actions.read(friend, `/threads/${replyOfOther}`).expect(200);
    for (const id of [quotedThread, reply, quote]) {
      expectError(await actions.read(other, `/threads/${id}`), 'not_found');
    }
    expect((await actions.read(other, `/threads/${othersThread}`)).body).toMatchObject({
      likesCount: 1,
      repliesCount: 0,
      repostsCount: 0,
      quotesCount: 0,
      bookmarksCount: 0,
      reactions: {},
      poll: { totalVotes: 0 },
    });
    expect((await actions.read(other, `/threads/${quoting}`)).body).toMatchObject({
      quotedThread: null,
    });
    expect((await actions.profile(other, other.id)).body).toMatchObject({
      followersCount: 0,
      followingCount: 0,
    });
    expect(await database.user.count({ where: { id: user.id } })).toBe(0);
  });

  it('is resumed after a server was stopped midway', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const othersThread = await insertThread(api.database, other.id);
    await insertLike(api.database, user.id, othersThread);
    const now = new Date();
    await api.database.user.update({
      where: { id: user.id },
      data: { deletedAt: now, suspendedAt: now },
    });
    expectError(await actions.profile(other, user.id), 'not_found');
    await Promise.all([
      api.services.account.resumeDeletions(),
      api.services.account.resumeDeletions(),
    ]);
    expect(await api.database.user.count({ where: { id: user.id } })).toBe(0);
    expect((await actions.read(other, `/threads/${othersThread}`)).body).toMatchObject({
      likesCount: 0,
    });
  });

  it('continues with the next account after one deletion fails', async () => {
    const { database } = api;
    const [stuck, next] = [await createUser(api), await createUser(api)];
    for (const [id, day] of [
      [stuck.id, '2026-01-01'],
      [next.id, '2026-01-02'],
    ] as const) {
      const at = new Date(day);
      await database.user.update({ where: { id }, data: { deletedAt: at, suspendedAt: at } });
    }
    await database.$executeRawUnsafe(
      `CREATE FUNCTION reject_deletion() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`,
    );
    await database.$executeRawUnsafe(
      `CREATE TRIGGER reject_deletion BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.id = '${stuck.id}') EXECUTE FUNCTION reject_deletion()`,
    );
    await api.services.account.resumeDeletions();
    expect(await database.user.count({ where: { id: next.id } })).toBe(0);
    await database.$executeRaw`DROP FUNCTION reject_deletion CASCADE`;
    await api.services.account.resumeDeletions();
    expect(await database.user.count({ where: { id: stuck.id } })).toBe(0);
  });

  it('keeps counters correct during concurrent requests', async () => {
    const { database } = api;
    for (let round = 0; round < 5; round += 1) {
      const [user, other] = [await createUser(api), await createUser(api)];
      const ownThread = await insertThread(database, user.id);
      const othersThread = await insertThread(database, other.id);
      const like = (by: User, id: string) => actions.post(by, `/threads/${id}/like`);
      await Promise.all([
        remove(user).expect(200),
        actions.follow(other, user.id),
        actions.follow(user, other.id),
        like(user, othersThread),
        like(other, ownThread),
        like(other, othersThread),
        api.request.post('/api/threads').set(user.auth).field('content', 'One more'),
        api.request
          .post('/api/threads')
          .set(other.auth)
          .field('content', 'A reply')
          .field('parentThreadId', ownThread),
      ]);
      await api.services.account.resumeDeletions();
      expect(await database.user.count({ where: { id: user.id } })).toBe(0);
    }
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('deletes more than one batch', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const { database } = api;
    for (let index = 0; index < 230; index += 1) {
      const id = await insertThread(database, index < 10 ? user.id : other.id);
      await insertLike(database, user.id, id);
    }
    await remove(user).expect(200);
    expect(await database.user.count({ where: { id: user.id } })).toBe(0);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});
