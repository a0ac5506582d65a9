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

const remove = (person: User, password: unknown = person.password) =>
  api.request.delete('/api/users/me').set(person.auth).send({ password });

describe('deleting an account', () => {
  it('asks for the password', async () => {
    const person = await createUser(api);
    expectError(await remove(person, 'wrong'), 'wrong_password');
    for (const password of [undefined, 7, ['x'], 'a\0b']) {
      const answer = api.request.delete('/api/users/me').set(person.auth).send({ password });
      expectError(await answer, 'validation_failed');
    }
    expectError(await api.request.delete('/api/users/me').set(person.auth), 'validation_failed');
    expectError(await api.request.delete('/api/users/me'), 'unauthenticated');
    await acts.read(person, '/users/me').expect(200);
  });

  it('ends it everywhere, and frees its address and name', async () => {
    const [person, other] = [await createUser(api), await createUser(api)];
    const again = await api.request
      .post('/api/auth/login')
      .send({ email: person.email, password: person.password });
    const { token } = again.body as { token: string };
    const answer = await remove(person).expect(200);
    expect(answer.body).toEqual({ success: true, message: 'Your account has been deleted.' });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^skein_stream=;/);

    for (const old of [person.token, token]) {
      const me = api.request.get('/api/users/me').set({ Authorization: `Bearer ${old}` });
      expectError(await me, 'unauthenticated');
    }
    expectError(await acts.profile(other, person.username), 'not_found');
    const login = { email: person.email, password: person.password };
    expectError(await api.request.post('/api/auth/login').send(login), 'invalid_credentials');
    const [firstName = '', lastName = ''] = person.name.split(' ');
    const next = await createUser(api, { email: person.email, firstName, lastName });
    expect(next.username).toBe(person.username);
  });

  it('takes everything along and leaves the answers of others', async () => {
    const [person, other, friend] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const { database } = api;
    const answered = await insertThread(database, person.id, { content: 'Answered #tag' });
    const answer = await insertThread(database, other.id, { parentId: answered, content: 'Mine' });
    const alone = await insertThread(database, person.id);
    const theirs = await insertThread(database, other.id);
    const reply = await insertThread(database, person.id, { parentId: theirs });
    const quote = await insertThread(database, person.id, { quotedId: theirs });
    const quoting = await insertThread(database, other.id, { quotedId: alone });
    await insertPoll(database, theirs, {
      expiresAt: new Date('2099-01-01'),
      voterId: person.id,
    });
    await insertLike(database, person.id, theirs);
    await insertLike(database, friend.id, theirs);
    await insertBookmark(database, person.id, theirs);
    await insertReaction(database, person.id, theirs, 'wow');
    await insertRepost(database, person.id, theirs);
    await insertRepost(database, other.id, alone);
    await acts.follow(person, other.id);
    await acts.follow(other, person.id);
    await acts.follow(friend, person.id);
    const image = await sampleImage().png().toBuffer();
    const saved = await api.request
      .put('/api/users/me')
      .set(person.auth)
      .attach('profileImage', image, 'a.png');
    const { picture } = (saved.body as { user: { picture: string } }).user;
    const upload = api.request
      .post('/api/threads')
      .set(person.auth)
      .attach('media', image, 'b.png');
    await upload.expect(201);

    await remove(person).expect(200);

    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
    expect(await api.listFiles()).toEqual([]);
    await api.request.get(picture).expect(404);
    const stub = await acts.read(other, `/threads/${answered}`).expect(200);
    expect(stub.body).toMatchObject({ isDeleted: true, userId: null, userName: null, content: '' });
    await acts.read(friend, `/threads/${answer}`).expect(200);
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
    expect(await database.user.count({ where: { id: person.id } })).toBe(0);
  });

  it('is gone on with where a server was ended midway', async () => {
    const [person, other] = [await createUser(api), await createUser(api)];
    const theirs = await insertThread(api.database, other.id);
    await insertLike(api.database, person.id, theirs);
    const now = new Date();
    await api.database.user.update({
      where: { id: person.id },
      data: { deletedAt: now, suspendedAt: now },
    });
    expectError(await acts.profile(other, person.id), 'not_found');
    await Promise.all([
      api.services.account.resumeDeletions(),
      api.services.account.resumeDeletions(),
    ]);
    expect(await api.database.user.count({ where: { id: person.id } })).toBe(0);
    expect((await acts.read(other, `/threads/${theirs}`)).body).toMatchObject({ likesCount: 0 });
  });

  it('is gone on with after one that can’t be', async () => {
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

  it('counts right, whatever comes meanwhile', async () => {
    const { database } = api;
    for (let round = 0; round < 5; round += 1) {
      const [person, other] = [await createUser(api), await createUser(api)];
      const own = await insertThread(database, person.id);
      const theirs = await insertThread(database, other.id);
      const like = (by: User, id: string) => acts.post(by, `/threads/${id}/like`);
      await Promise.all([
        remove(person).expect(200),
        acts.follow(other, person.id),
        acts.follow(person, other.id),
        like(person, theirs),
        like(other, own),
        like(other, theirs),
        api.request.post('/api/threads').set(person.auth).field('content', 'One more'),
        api.request
          .post('/api/threads')
          .set(other.auth)
          .field('content', 'An answer')
          .field('parentThreadId', own),
      ]);
      await api.services.account.resumeDeletions();
      expect(await database.user.count({ where: { id: person.id } })).toBe(0);
    }
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('copes with more than fits a batch', async () => {
    const [person, other] = [await createUser(api), await createUser(api)];
    const { database } = api;
    for (let index = 0; index < 230; index += 1) {
      const id = await insertThread(database, index < 10 ? person.id : other.id);
      await insertLike(database, person.id, id);
    }
    await remove(person).expect(200);
    expect(await database.user.count({ where: { id: person.id } })).toBe(0);
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });
});
