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
let acts: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  acts = createUserActions(api);
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
    await acts.read(user, '/users/me').expect(200);
  });

  it('ends all sessions and frees the email address and username', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const again = await api.request
      .post('/api/auth/login')
      .send({ email: user.email, password: user.password });
    const { token } = again.body as { token: string };
    const response = await remove(user).expect(200);
    expect(response.body).toEqual({ success: true, message: 'Your account has been deleted.' });
    expect(response.headers['set-cookie']?.[0]).toMatch(/^skein_stream=;/);

    for (const old of [user.token, token]) {
      const me = api.request.get('/api/users/me').set({ Authorization: `Bearer ${old}` });
      expectError(await me, 'unauthenticated');
    }
    expectError(await acts.profile(other, user.username), 'not_found');
    const login = { email: user.email, password: user.password };
    expectError(await api.request.post('/api/auth/login').send(login), 'invalid_credentials');
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
    const answered = await insertThread(database, user.id, { content: 'Answered #tag' });
    const response = await insertThread(database, other.id, {
      parentId: answered,
      content: 'Mine',
    });
    const alone = await insertThread(database, user.id);
    const theirs = await insertThread(database, other.id);
    const reply = await insertThread(database, user.id, { parentId: theirs });
    const quote = await insertThread(database, user.id, { quotedId: theirs });
    const quoting = await insertThread(database, other.id, { quotedId: alone });
    await insertPoll(database, theirs, {
      expiresAt: new Date('2099-01-01'),
      voterId: user.id,
    });
    await insertLike(database, user.id, theirs);
    await insertLike(database, friend.id, theirs);
    await insertBookmark(database, user.id, theirs);
    await insertReaction(database, user.id, theirs, 'wow');
    await insertRepost(database, user.id, theirs);
    await insertRepost(database, other.id, alone);
    await acts.follow(user, other.id);
    await acts.follow(other, user.id);
    await acts.follow(friend, user.id);
    const image = await sampleImage().png().toBuffer();
    const saved = await api.request
      .put('/api/users/me')
      .set(user.auth)
      .attach('profileImage', image, 'a.png');
    const { picture } = (saved.body as { user: { picture: string } }).user;
    const upload = api.request.post('/api/threads').set(user.auth).attach('media', image, 'b.png');
    await upload.expect(201);

    await remove(user).expect(200);

    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
    expect(await api.listFiles()).toEqual([]);
    await api.request.get(picture).expect(404);
    const stub = await acts.read(other, `/threads/${answered}`).expect(200);
    expect(stub.body).toMatchObject({ isDeleted: true, userId: null, userName: null, content: '' });
    await acts.read(friend, `/threads/${response}`).expect(200);
    for (const id of [alone, reply, quote]) {
      expectError(await acts.read(other, `/threads/${id}`), 'not_found');
    }
    expect((await acts.read(other, `/threads/${theirs}`)).body).toMatchObject({
      likesCount: 1,
      repliesCount: 0,
      repostsCount: 0,
      quotesCount: 0,
      bookmarksCount: 0,
      reactions: {},
      poll: { totalVotes: 0 },
    });
    expect((await acts.read(other, `/threads/${quoting}`)).body).toMatchObject({
      quotedThread: null,
    });
    expect((await acts.profile(other, other.id)).body).toMatchObject({
      followersCount: 0,
      followingCount: 0,
    });
    expect(await database.user.count({ where: { id: user.id } })).toBe(0);
  });

  it('is resumed after a server was stopped midway', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const theirs = await insertThread(api.database, other.id);
    await insertLike(api.database, user.id, theirs);
    const now = new Date();
    await api.database.user.update({
      where: { id: user.id },
      data: { deletedAt: now, suspendedAt: now },
    });
    expectError(await acts.profile(other, user.id), 'not_found');
    await Promise.all([
      api.services.account.resumeDeletions(),
      api.services.account.resumeDeletions(),
    ]);
    expect(await api.database.user.count({ where: { id: user.id } })).toBe(0);
    expect((await acts.read(other, `/threads/${theirs}`)).body).toMatchObject({ likesCount: 0 });
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
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`,
    );
    await database.$executeRawUnsafe(
      `CREATE TRIGGER refuse BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.id = '${stuck.id}') EXECUTE FUNCTION refuse()`,
    );
    await api.services.account.resumeDeletions();
    expect(await database.user.count({ where: { id: next.id } })).toBe(0);
    await database.$executeRaw`DROP FUNCTION refuse CASCADE`;
    await api.services.account.resumeDeletions();
    expect(await database.user.count({ where: { id: stuck.id } })).toBe(0);
  });

  it('keeps counters correct during concurrent requests', async () => {
    const { database } = api;
    for (let round = 0; round < 5; round += 1) {
      const [user, other] = [await createUser(api), await createUser(api)];
      const own = await insertThread(database, user.id);
      const theirs = await insertThread(database, other.id);
      const like = (by: User, id: string) => acts.post(by, `/threads/${id}/like`);
      await Promise.all([
        remove(user).expect(200),
        acts.follow(other, user.id),
        acts.follow(user, other.id),
        like(user, theirs),
        like(other, own),
        like(other, theirs),
        api.request.post('/api/threads').set(user.auth).field('content', 'One more'),
        api.request
          .post('/api/threads')
          .set(other.auth)
          .field('content', 'A reply')
          .field('parentThreadId', own),
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
