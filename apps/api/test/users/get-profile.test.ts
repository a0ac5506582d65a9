import { muteMaxSeconds } from '@skein/contracts/limits';
import { profileDetailsSchema } from '@skein/contracts/users';
import type { ProfileDetails } from '@skein/contracts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChatClient } from '../chat/support.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
});

afterAll(() => api.close());

const details = {
  bio: 'Weaves by night',
  location: 'Riverbank',
  website: 'https://loom.example',
} as const;

async function createUserWithDetails(options: { isPrivate?: boolean } = {}): Promise<User> {
  const user = await createUser(api, options);
  const hidden = {
    phoneNumber: '+49 555 0100',
    dateOfBirth: new Date('1990-05-17'),
    gender: 'other',
  } as const;
  await api.database.user.update({ where: { id: user.id }, data: { ...details, ...hidden } });
  return user;
}

const banner = '/media/key/1500.webp';
const setBanner = ({ id }: User) =>
  api.database.user.update({ where: { id }, data: { bannerKey: 'key' } });

describe('GET /users/{userIdOrUsername}', () => {
  it('accepts an id and a username in any case', async () => {
    const [viewer, other] = [await createUser(api), await createUserWithDetails()];
    await insertThread(api.database, other.id);
    const byId = await actions.profile(viewer, other.id).expect(200);
    expect(profileDetailsSchema.parse(byId.body)).toEqual({
      id: other.id,
      name: other.name,
      username: other.username,
      picture: null,
      banner: null,
      ...details,
      fields: [],
      isPrivate: false,
      isUserVerified: false,
      createdAt: expect.any(String) as string,
      followersCount: 0,
      followingCount: 0,
      threadsCount: 1,
      isFollowing: false,
      isFollowedBy: false,
      followRequestStatus: null,
      isBlocked: false,
      isMuted: false,
      mutedUntil: null,
      isBot: false,
      canViewThreads: true,
      canViewConnections: true,
      canMessage: true,
      isNotifying: false,
      areRepostsMuted: false,
      isServerBlocked: false,
      pinnedThreadId: null,
      featuredHashtags: [],
      familiarFollowers: { users: [], count: 0 },
      note: null,
      originalUrl: null,
      movedTo: null,
    });
    for (const name of [other.username, other.username.toUpperCase(), other.id.toUpperCase()]) {
      expect((await actions.profile(viewer, name)).body).toEqual(byId.body);
    }
  });

  it('returns the viewer’s own profile as others see it', async () => {
    const viewer = await createUserWithDetails({ isPrivate: true });
    const response = await actions.profile(viewer, viewer.id).expect(200);
    expect(response.body).toMatchObject({ ...details, canViewThreads: true });
    expect(JSON.stringify(response.body)).not.toMatch(/0100|1990|other|example\.org/);
  });

  it('returns 401 without a session', async () => {
    const viewer = await createUser(api);
    expectError(await api.request.get(`/api/users/${viewer.id}`), 'unauthenticated');
  });

  it.each(['nobody', 'a/b', '%2e', 'é', '%00', 'x'.repeat(3000), 'null', '__proto__'])(
    'returns 404 for %s',
    async (name) => {
      const viewer = await createUser(api);
      expectError(await actions.profile(viewer, name), 'not_found');
    },
  );
});

describe('familiar followers', () => {
  const follows = (follower: User, followee: User) => actions.follow(follower, followee.id);

  it('are the latest followers that the viewer follows and may see, and their number', async () => {
    const [viewer, other, stranger] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const familiar = await Promise.all([1, 2, 3, 4].map(() => createUser(api)));
    const suspended = await createUser(api);
    for (const user of [...familiar, suspended]) await follows(viewer, user);
    for (const user of [stranger, ...familiar, suspended]) await follows(user, other);
    await api.database.user.update({
      where: { id: suspended.id },
      data: { suspendedAt: new Date() },
    });
    const response = await actions.profile(viewer, other.id).expect(200);
    const latest = familiar.at(-1);
    const { familiarFollowers } = profileDetailsSchema.parse(response.body);
    expect(familiarFollowers.count).toBe(4);
    expect(familiarFollowers.users).toHaveLength(3);
    expect(familiarFollowers.users[0]).toEqual({
      id: latest?.id,
      name: latest?.name,
      username: latest?.username,
      picture: null,
    });
    expect((await actions.profile(other, other.id)).body).toMatchObject({
      familiarFollowers: { count: 0 },
    });
  });

  it('are not shown for a private account that the viewer does not follow', async () => {
    const [viewer, other] = [await createUser(api), await createUser(api)];
    const familiar = await createUser(api);
    await follows(viewer, familiar);
    await follows(familiar, other);
    await api.database.user.update({ where: { id: other.id }, data: { isPrivate: true } });
    expect((await actions.profile(viewer, other.id)).body).toMatchObject({
      familiarFollowers: { users: [], count: 0 },
    });
  });
});

describe('whether the viewer may send messages', () => {
  it('depends on what the user accepts, and on who has written', async () => {
    const [viewer, other] = [await createUser(api), await createUser(api)];
    const canMessage = async (user = viewer) =>
      ((await actions.profile(user, other.id)).body as ProfileDetails).canMessage;
    expect(await canMessage()).toBe(true);
    expect(await canMessage(other)).toBe(false);
    await api.database.user.update({ where: { id: other.id }, data: { isPrivate: true } });
    expect(await canMessage()).toBe(false);
    await createChatClient(api).sendMessage(other, viewer, { content: 'Hello' });
    expect(await canMessage()).toBe(true);
    await actions.block(viewer, other.id).expect(200);
    expect(await canMessage()).toBe(false);
  });
});

describe('a private account', () => {
  const withoutDetails = {
    bio: null,
    location: null,
    website: null,
    fields: [],
    canViewThreads: false,
  };

  it('shows details only to approved followers, but its banner to all users', async () => {
    const [viewer, other] = [
      await createUser(api),
      await createUserWithDetails({ isPrivate: true }),
    ];
    await setBanner(other);
    const hidden = { ...withoutDetails, banner };
    expect((await actions.profile(viewer, other.id)).body).toMatchObject(hidden);
    await actions.follow(viewer, other.id);
    expect((await actions.profile(viewer, other.id)).body).toMatchObject(withoutDetails);
    await actions.approve(other, await actions.requestId(viewer, other)).expect(200);
    expect((await actions.profile(viewer, other.id)).body).toMatchObject({ ...details });
    await actions.unfollow(viewer, other.id);
    expect((await actions.profile(viewer, other.id)).body).toMatchObject(withoutDetails);
  });

  it('hides its lists from other users', async () => {
    const [viewer, other] = [
      await createUser(api),
      await createUserWithDetails({ isPrivate: true }),
    ];
    for (const list of ['followers', 'following']) {
      expectError(await actions.read(viewer, `/users/${other.id}/${list}`), 'not_found');
      await actions.read(other, `/users/${other.username}/${list}`).expect(200);
    }
  });

  it('hides its bio in lists', async () => {
    const [viewer, other] = [
      await createUser(api),
      await createUserWithDetails({ isPrivate: true }),
    ];
    const publicUser = await createUserWithDetails();
    for (const user of [other, publicUser]) {
      const response = await actions.read(viewer, `/users/search?q=${user.username}`).expect(200);
      expect(response.body).toMatchObject([
        { id: user.id, bio: user === publicUser ? details.bio : null },
      ]);
    }
  });
});

describe('a block between two users', () => {
  it('hides the blocker’s profile from the blocked user, and the details from the blocker', async () => {
    const [viewer, other] = [await createUserWithDetails(), await createUserWithDetails()];
    await setBanner(other);
    await actions.follow(viewer, other.id);
    await actions.follow(other, viewer.id);
    expect((await actions.block(viewer, other.id).expect(200)).body).toMatchObject({
      isBlocked: true,
    });
    await actions.block(viewer, other.id).expect(200);

    expect((await actions.profile(viewer, other.id).expect(200)).body).toMatchObject({
      isBlocked: true,
      banner,
      bio: null,
      location: null,
      website: null,
      canViewThreads: false,
      isFollowing: false,
      isFollowedBy: false,
    });
    expectError(await actions.read(viewer, `/users/${other.id}/followers`), 'not_found');
    expectError(await actions.follow(viewer, other.id), 'not_found');
    expectError(await actions.profile(other, viewer.username), 'not_found');
    expect((await actions.read(other, `/users/search?q=${viewer.username}`)).body).toEqual([]);
    // The exact username finds the blocked user, who otherwise could not be unblocked.
    const found = await actions.read(viewer, `/users/search?q=${other.username}`);
    expect(found.body).toMatchObject([{ id: other.id, bio: null }]);
    const part = other.username.slice(0, -1);
    expect((await actions.read(viewer, `/users/search?q=${part}`)).text).not.toContain(other.id);

    expect((await actions.unblock(viewer, other.id).expect(200)).body).toMatchObject({
      isBlocked: false,
    });
    await actions.unblock(viewer, other.id).expect(200);
    const after = await actions.profile(other, viewer.id).expect(200);
    expect(after.body).toMatchObject({ isFollowing: false, followersCount: 0, bio: details.bio });
  });

  it('deletes follow requests', async () => {
    const [viewer, other] = [await createUser(api), await createUser(api, { isPrivate: true })];
    await actions.follow(viewer, other.id);
    const id = await actions.requestId(viewer, other);
    await actions.block(viewer, other.id).expect(200);
    expectError(await actions.approve(other, id), 'not_found');
    expect((await actions.read(other, '/users/follow-requests/pending')).body).toEqual([]);
  });
});

describe('the lists of blocked and muted users', () => {
  it('are sorted by time and paged', async () => {
    const viewer = await createUser(api);
    const users = [await createUser(api), await createUser(api), await createUserWithDetails()];
    for (const { id } of users) {
      await actions.block(viewer, id).expect(200);
      await actions.mute(viewer, id).expect(200);
    }
    const ids = users.map(({ id }) => id).toReversed();
    for (const list of ['blocks', 'mutes']) {
      const first = await actions.read(viewer, `/users/me/${list}?size=2`).expect(200);
      const { content, nextCursor } = first.body as {
        content: { id: string; bio: null }[];
        nextCursor: string;
      };
      expect(first.body).toMatchObject({ page: 0, size: 2, last: false });
      expect(content[0]?.bio).toBeNull();
      const rest = await actions.read(viewer, `/users/me/${list}?size=2&cursor=${nextCursor}`);
      expect(rest.body).toMatchObject({ page: null, last: true, nextCursor: null });
      const more = (rest.body as { content: { id: string }[] }).content;
      expect([...content, ...more].map(({ id }) => id)).toEqual(ids);
    }
  });

  it('end a timed mute at its time, and the job deletes it', async () => {
    const [viewer, other] = [await createUser(api), await createUser(api)];
    const path = `/users/${other.id}`;
    const mute = (body: object) => actions.post(viewer, `${path}/mute`).send(body);
    for (const durationSeconds of [0, 1.5, muteMaxSeconds + 1]) {
      expectError(await mute({ durationSeconds }), 'validation_failed');
    }
    await mute({ durationSeconds: 3600 }).expect(200);
    const { mutedUntil } = (await actions.profile(viewer, other.id)).body as { mutedUntil: string };
    expect(Math.abs(Date.parse(mutedUntil) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const muted = await actions.read(viewer, '/users/me/mutes');
    expect(muted.body).toMatchObject({ content: [{ id: other.id, mutedUntil }] });

    const mutes = { where: { muterId: viewer.id, mutedId: other.id } };
    await api.services.relationships.endMutes();
    expect(await api.database.mute.count(mutes)).toBe(1);
    await api.database.mute.updateMany({ ...mutes, data: { expiresAt: new Date(0) } });
    const profile = await actions.profile(viewer, other.id);
    expect(profile.body).toMatchObject({ isMuted: false, mutedUntil: null });
    expect((await actions.read(viewer, '/users/me/mutes')).body).toMatchObject({ content: [] });
    expect(await api.database.mute.count(mutes)).toBe(1);
    await api.services.relationships.endMutes();
    expect(await api.database.mute.count(mutes)).toBe(0);
  });

  it('are visible only to the viewer', async () => {
    const [viewer, other] = [await createUser(api), await createUser(api)];
    expect((await actions.mute(viewer, other.id).expect(200)).body).toMatchObject({
      isMuted: true,
    });
    expect((await actions.profile(viewer, other.id)).body).toMatchObject({ isMuted: true });
    expect((await actions.profile(other, viewer.id)).body).toMatchObject({ isMuted: false });
    const response = await actions.remove(viewer, `/users/${other.id}/mute`).expect(200);
    expect(response.body).toMatchObject({ isMuted: false });
    expect((await actions.read(viewer, '/users/me/mutes')).body).toMatchObject({ content: [] });
  });
});
