import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { currentUserSchema } from '@skein/contracts/users';
import type { CurrentUser } from '@skein/contracts/users';
import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sharp } from '../../src/modules/media/image/sharp.ts';
import { sampleAnimation, sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';

const dayMs = 24 * 60 * 60 * 1000;

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

afterAll(() => api.close());

const sendUpdate = (by: User) => api.request.put('/api/users/me').set(by.auth);
const send = (by: User, fields: Record<string, string>) =>
  Object.entries(fields).reduce((form, [name, value]) => form.field(name, value), sendUpdate(by));

async function save(by: User, fields: Record<string, string>): Promise<CurrentUser> {
  const response = await send(by, fields).expect(200);
  const { success, message, user } = response.body as Record<string, unknown>;
  expect({ success, message }).toEqual({
    success: true,
    message: 'Your profile has been updated successfully!',
  });
  return currentUserSchema.parse(user);
}

describe('PUT /users/me', () => {
  it('changes the sent fields and keeps the others', async () => {
    const user = await createUser(api);
    const fields = {
      name: '  Ada   Weaver ',
      username: 'Ada.Weaver_1',
      bio: 'Looms\r\nand numbers',
      location: 'London',
      website: 'https://ada.example/notes?x=1',
      phoneNumber: '+44 (20) 5550-100',
      dateOfBirth: '1990-02-28',
      gender: 'prefer-not-to-say',
      isPrivate: 'true',
      email: 'other@example.org',
      role: 'admin',
      isVerified: 'true',
    };
    const saved = await save(user, fields);
    expect(saved).toMatchObject({
      name: 'Ada Weaver',
      username: 'ada.weaver_1',
      bio: 'Looms\nand numbers',
      location: 'London',
      website: 'https://ada.example/notes?x=1',
      phoneNumber: '+44 (20) 5550-100',
      dateOfBirth: '1990-02-28',
      gender: 'prefer-not-to-say',
      isPrivate: true,
      email: user.email,
      isAdmin: false,
      isUserVerified: false,
    });
    expect(await save(user, { isPrivate: 'true' })).toEqual(saved);
    expect((await actions.read(user, '/users/me')).body).toEqual(saved);
  });

  it('replaces the additional fields, which need a name and a value', async () => {
    const user = await createUser(api);
    const fields = [
      { name: ' Pronouns ', value: 'she' },
      { name: '', value: '' },
      { name: 'Code', value: 'https://a.example' },
    ];
    const saved = await save(user, { fields: JSON.stringify(fields) });
    const stored = [
      { name: 'Pronouns', value: 'she' },
      { name: 'Code', value: 'https://a.example' },
    ];
    expect(saved.fields).toEqual(stored);
    expect(await save(user, { bio: 'x' })).toMatchObject({ fields: stored });
    const profile = await actions.read(await createUser(api), `/users/${user.username}`);
    expect(profile.body).toMatchObject({ fields: stored });
    const tooMany = Array.from({ length: 5 }, (_, index) => ({ name: `${index}`, value: 'x' }));
    for (const invalid of [tooMany, [{ name: 'x', value: '' }], [{ name: 'x' }], 'x']) {
      const response = await send(user, { fields: JSON.stringify(invalid) });
      expectError(response, 'validation_failed');
    }
    expect((await save(user, { fields: '[]' })).fields).toEqual([]);
  });

  it('clears fields that are sent empty', async () => {
    const user = await createUser(api);
    const fields = ['bio', 'location', 'website', 'phoneNumber', 'dateOfBirth', 'gender'] as const;
    await save(user, { bio: 'x', location: 'x', website: 'http://x.org', gender: 'male' });
    const saved = await save(user, Object.fromEntries(fields.map((name) => [name, ''])));
    for (const name of fields) expect(saved[name]).toBeNull();
  });

  it('accepts JSON', async () => {
    const user = await createUser(api);
    const changes = { name: 'Jo', isPrivate: true, remindsOfAltText: true };
    await sendUpdate(user).send(changes).expect(200);
    expect((await actions.read(user, '/users/me')).body).toMatchObject(changes);
  });

  it('finds a new username in any case', async () => {
    const user = await createUser(api);
    await save(user, { username: 'newname' });
    await actions.profile(user, 'NewName').expect(200);
  });

  it.each([
    ['name', { name: 'Somebody Famous' }],
    ['username', { username: 'somebody.famous' }],
  ])('removes the verified badge when the %s changes, and records it', async (_, changes) => {
    const user = await createUser(api, { isVerified: true });
    const same = { name: user.name, username: user.username.toUpperCase(), bio: 'New' };
    expect((await save(user, same)).isUserVerified).toBe(true);
    expect((await save(user, changes)).isUserVerified).toBe(false);
    await save(user, { name: user.name, username: user.username });
    const recorded = await api.database.auditEntry.findMany({ where: { targetId: user.id } });
    expect(recorded).toMatchObject([
      { actorId: user.id, action: 'unverify', targetType: 'user', targetId: user.id },
    ]);
  });

  it('keeps the verified badge when the new username is taken', async () => {
    const user = await createUser(api, { isVerified: true });
    const other = await createUser(api);
    expectError(await sendUpdate(user).send({ username: other.username }), 'username_taken');
    expect((await actions.read(user, '/users/me')).body).toMatchObject({ isUserVerified: true });
  });

  it.each([
    ['name', '   '],
    ['name', '\u200B'],
    ['name', 'x'.repeat(81)],
    ['username', 'ab'],
    ['username', 'x'.repeat(31)],
    ['username', 'a/b/c'],
    ['username', 'two words'],
    ['username', 'dots..here'],
    ['username', '.dot'],
    ['username', 'dot.'],
    ['username', 'émile'],
    ['username', ''],
    ['username', 'admin'],
    ['username', 'Settings'],
    ['bio', 'x'.repeat(501)],
    ['bio', 'NUL \0'],
    ['location', 'x'.repeat(101)],
    ['website', 'javascript:alert(1)'],
    ['website', 'JavaScript://x.org/%0aalert(1)'],
    ['website', 'ftp://x.org'],
    ['website', 'x.org'],
    ['website', 'https://'],
    ['website', 'https://notaurl'],
    ['website', 'https://notaurl.'],
    ['website', 'https://bank.example@evil.example'],
    ['website', 'https://a b.org'],
    ['website', `https://x.org/${'x'.repeat(200)}`],
    ['phoneNumber', 'call me'],
    ['phoneNumber', '1'.repeat(31)],
    ['dateOfBirth', '9999-99-99'],
    ['dateOfBirth', '2001-02-29'],
    ['dateOfBirth', '01.02.2001'],
    ['dateOfBirth', '1899-12-31'],
    ['dateOfBirth', 'tomorrow'],
    ['gender', 'robot'],
    ['isPrivate', 'yes'],
    ['isPrivate', ''],
    ['isPrivate', '1'],
  ])('returns 400 for %s %j', async (name, value) => {
    const user = await createUser(api);
    const error = expectError(await send(user, { [name]: value }), 'validation_failed');
    expect(error.errors).toMatchObject([{ path: name }]);
    expect((await actions.read(user, '/users/me')).body).toMatchObject({ name: user.name });
  });

  it('returns 400 for a date of birth today or tomorrow', async () => {
    const user = await createUser(api);
    // The date must not change during the test. A later time would remain in all ids of the process.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setUTCHours(0, 0, 0, 0) });
    onTestFinished(() => void vi.useRealTimers());
    for (const days of [0, 1]) {
      const dateOfBirth = new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
      expectError(await send(user, { dateOfBirth }), 'validation_failed');
    }
  });

  it('returns 400 for a repeated field and 401 without a session', async () => {
    const user = await createUser(api);
    const twice = sendUpdate(user).field('name', 'A').field('name', 'B');
    expectError(await twice, 'validation_failed');
    expectError(await api.request.put('/api/users/me').field('name', 'A'), 'unauthenticated');
  });
});

describe('a username', () => {
  it('that is taken in any case returns 409 and changes nothing', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const username = other.username.toUpperCase();
    const error = expectError(await send(user, { username, bio: 'new' }), 'username_taken');
    expect(error.message).toBe('This username is already taken.');
    expect((await actions.read(user, '/users/me')).body).toMatchObject({ bio: null });
  });

  it('is assigned to one of several concurrent requests', async () => {
    const users = [await createUser(api), await createUser(api), await createUser(api)];
    const responses = await Promise.all(users.map((user) => send(user, { username: 'wanted' })));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ]);
  });
});

describe('the privacy of an account', () => {
  it('approves all pending requests when the account becomes public', async () => {
    const other = await createUser(api, { isPrivate: true });
    const users = [await createUser(api), await createUser(api), await createUser(api)];
    for (const follower of users) await actions.follow(follower, other.id).expect(200);
    const rejected = await createUser(api);
    await actions.follow(rejected, other.id);
    await actions.reject(other, await actions.requestId(rejected, other));

    expect(await save(other, { isPrivate: 'false' })).toMatchObject({
      isPrivate: false,
      followersCount: 3,
    });
    expect((await actions.read(other, '/users/follow-requests/pending')).body).toEqual([]);
    for (const follower of users) {
      const profile = await actions.profile(follower, other.id).expect(200);
      expect(profile.body).toMatchObject({ isFollowing: true, followRequestStatus: null });
    }
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('leaves no pending request when the account becomes public during new requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await createUser(api, { isPrivate: true });
      const users = [];
      for (let index = 0; index < 6; index += 1) users.push(await createUser(api));
      await Promise.all([
        ...users.map((follower) => actions.follow(follower, other.id).expect(200)),
        send(other, { isPrivate: 'false' }).expect(200),
      ]);
      expect((await actions.profile(other, other.id)).body).toMatchObject({ followersCount: 6 });
      expect((await actions.read(other, '/users/follow-requests/pending')).body).toEqual([]);
    }
    expect(await findCounterDrift(api.databaseUrl)).toEqual([]);
  });

  it('hides everything from non-followers when the account becomes private', async () => {
    const [user, follower, other] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    await actions.follow(follower, other.id);
    await actions.read(user, `/users/${other.id}/followers`).expect(200);
    await save(other, { isPrivate: 'true', bio: 'secret' });
    expectError(await actions.read(user, `/users/${other.id}/followers`), 'not_found');
    expect((await actions.profile(user, other.id)).body).toMatchObject({ bio: null });
    await actions.read(follower, `/users/${other.id}/followers`).expect(200);
  });
});

/** The file names of a picture or banner, by its URL. */
async function listSizes(image: string): Promise<string[]> {
  const [, , key = ''] = image.split('/');
  const names = await readdir(path.join(api.dataDirectory, 'media', key.slice(0, 2), key));
  return names.toSorted();
}

describe('a profile picture', () => {
  const attach = (by: User, content: Buffer, name: string) =>
    sendUpdate(by).attach('profileImage', content, name);

  it.each([
    ['JPEG', () => sampleImage(900, 300).jpeg().toBuffer()],
    ['small PNG', () => sampleImage(20, 30).png().toBuffer()],
    ['WebP', () => sampleImage().webp().toBuffer()],
    ['AVIF', () => sampleImage().avif().toBuffer()],
    ['animated GIF', () => sampleAnimation(3).gif()],
  ])('accepts a %s with any file name', async (_format, make) => {
    const user = await createUser(api);
    const response = await attach(user, await make(), 'picture.txt').expect(200);
    const { picture } = (response.body as { user: { picture: string } }).user;
    expect(picture).toMatch(/^\/media\/[0-9a-f]{32}\/400\.webp$/);
    expect(await listSizes(picture)).toEqual(['200.webp', '400.webp', '96.webp']);
    for (const size of [96, 200, 400]) {
      const file = await api.request.get(picture.replace('400.webp', `${size}.webp`)).expect(200);
      expect(file.headers['content-type']).toBe('image/webp');
      const { width, height } = await sharp(file.body as Buffer).metadata();
      expect({ width, height }).toEqual({ width: size, height: size });
    }
    expect((await actions.profile(user, user.id)).body).toMatchObject({ picture });
  });

  it('replaces the earlier picture and deletes its files', async () => {
    const user = await createUser(api);
    const image = await sampleImage().png().toBuffer();
    const pictures: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const response = await attach(user, image, 'a.png').expect(200);
      pictures.push((response.body as { user: { picture: string } }).user.picture);
    }
    await api.services.media.sweep();
    await api.request.get(pictures[0] ?? '').expect(404);
    await api.request.get(pictures[1] ?? '').expect(200);
    api.clock.advance(2 * 60 * 60 * 1000);
    await api.services.media.sweep();
    await api.request.get(pictures[1] ?? '').expect(200);
  });

  it('is not changed when another field is invalid', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const files = await api.listFiles();
    const image = await sampleImage().png().toBuffer();
    const form = attach(user, image, 'a.png').field('username', other.username);
    expectError(await form, 'username_taken');
    expect((await actions.read(user, '/users/me')).body).toMatchObject({ picture: null });
    expect((await api.listFiles()).length).toBe(files.length);
  });

  it('is limited to 2 MB', async () => {
    const user = await createUser(api);
    const image = await sampleImage().jpeg().toBuffer();
    const padded = (bytes: number) => Buffer.concat([image, Buffer.alloc(bytes - image.length)]);
    const limit = 2 * 1024 * 1024;
    await attach(user, padded(limit), 'a.jpg').expect(200);
    const error = expectError(await attach(user, padded(limit + 1), 'a.jpg'), 'payload_too_large');
    expect(error.message).toBe('"a.jpg" is too large. The limit is 2 MB.');
  });

  it.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_media'],
    ['a text file', Buffer.from('just words'), 'unsupported_media'],
    ['half a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'unsupported_media'],
    ['an empty file', Buffer.alloc(0), 'validation_failed'],
  ] as const)('is rejected if it is %s', async (_what, content, code) => {
    const user = await createUser(api);
    const files = await api.listFiles();
    expectError(await attach(user, content, 'me.jpg'), code);
    expect((await api.listFiles()).length).toBe(files.length);
    await expect.poll(() => api.listUploads()).toEqual([]);
  });

  it('can be removed with its files', async () => {
    const user = await createUser(api);
    const files = await api.listFiles();
    const image = await sampleImage().png().toBuffer();
    const added = await attach(user, image, 'a.png').expect(200);
    const { picture } = (added.body as { user: { picture: string } }).user;
    for (let count = 0; count < 2; count += 1) {
      const response = await sendUpdate(user).field('removeProfileImage', 'true').expect(200);
      expect(response.body).toMatchObject({ user: { picture: null } });
    }
    await api.request.get(picture).expect(404);
    expect((await api.listFiles()).length).toBe(files.length);
    expect(await api.database.unclaimedMedia.count()).toBe(0);
  });

  it('cannot be sent and removed in one request', async () => {
    const user = await createUser(api);
    const image = await sampleImage().png().toBuffer();
    const form = attach(user, image, 'a.png').field('removeProfileImage', 'true');
    const error = expectError(await form, 'validation_failed');
    expect(error.errors).toMatchObject([{ path: 'removeProfileImage' }]);
    await sendUpdate(user).field('removeProfileImage', 'false').expect(200);
  });

  it('is limited to one file', async () => {
    const user = await createUser(api);
    const image = await sampleImage().png().toBuffer();
    const form = attach(user, image, 'a.png').attach('profileImage', image, 'b.png');
    const error = expectError(await form, 'validation_failed');
    expect(error.errors).toMatchObject([{ path: 'profileImage' }]);
  });
});

describe('a banner', () => {
  const attach = (by: User, content: Buffer, name = 'a.png') =>
    sendUpdate(by).attach('bannerImage', content, name);
  const wide = () => sampleImage(900, 300).jpeg().toBuffer();

  it('is cropped to three times its height, and shown on the profile', async () => {
    const user = await createUser(api);
    const response = await attach(user, await sampleImage(400, 500).png().toBuffer()).expect(200);
    const { banner, picture } = currentUserSchema.parse((response.body as { user: unknown }).user);
    expect(banner).toMatch(/^\/media\/[0-9a-f]{32}\/1500\.webp$/);
    expect(picture).toBeNull();
    expect(await listSizes(banner ?? '')).toEqual(['1500.webp', '600.webp', '900.webp']);
    for (const size of [1500, 900, 600]) {
      const file = await api.request.get(`${banner?.replace('1500.webp', `${size}.webp`)}`);
      const { width, height } = await sharp(file.body as Buffer).metadata();
      expect({ width, height }).toEqual({ width: size, height: size / 3 });
    }
    const other = await createUser(api);
    expect((await actions.profile(other, user.id)).body).toMatchObject({ banner });
  });

  it('is replaced and removed without the picture, with its files', async () => {
    const user = await createUser(api);
    const files = await api.listFiles();
    const image = await wide();
    const first = await attach(user, image).attach('profileImage', image, 'b.png').expect(200);
    const { banner: replaced, picture } = (first.body as { user: CurrentUser }).user;
    const second = await attach(user, image).expect(200);
    const { banner } = (second.body as { user: CurrentUser }).user;
    expect(second.body).toMatchObject({ user: { picture } });
    await api.services.media.sweep();
    await api.request.get(replaced ?? '').expect(404);
    await api.request.get(banner ?? '').expect(200);
    const removed = await sendUpdate(user).field('removeBannerImage', 'true').expect(200);
    expect(removed.body).toMatchObject({ user: { banner: null, picture } });
    await api.request.get(banner ?? '').expect(404);
    await sendUpdate(user).send({ removeProfileImage: true, removeBannerImage: true }).expect(200);
    expect((await api.listFiles()).length).toBe(files.length);
    expect(await api.database.unclaimedMedia.count()).toBe(0);
  });

  it('is not stored if it or the picture in the same request is rejected', async () => {
    const user = await createUser(api);
    const files = await api.listFiles();
    const text = Buffer.from('just words');
    const message =
      '"a.png" can\'t be used as a banner. Use a JPEG, PNG, GIF, WebP or AVIF picture.';
    const form = attach(user, text).attach('profileImage', await wide(), 'b.png');
    expect(expectError(await form, 'unsupported_media')).toMatchObject({
      message,
      errors: [{ path: 'bannerImage', message }],
    });
    const both = attach(user, await wide()).field('removeBannerImage', 'true');
    expect(expectError(await both, 'validation_failed').errors).toMatchObject([
      { path: 'removeBannerImage' },
    ]);
    const large = attach(user, Buffer.alloc(2 * 1024 * 1024 + 1));
    expectError(await large, 'payload_too_large');
    const saved = await actions.read(user, '/users/me').expect(200);
    expect(saved.body).toMatchObject({ banner: null, picture: null });
    expect((await api.listFiles()).length).toBe(files.length);
  });
});
