import { profileSchema } from '@skein/contracts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { insertThread } from '../support/factories/threads.ts';

let api: TestApi;
let acts: ReturnType<typeof createUserActions>;

beforeAll(async () => {
  api = await startTestApi();
  acts = createUserActions(api);
});

afterAll(() => api.close());

const details = {
  bio: 'Weaves by night',
  location: 'Riverbank',
  website: 'https://loom.example',
} as const;

async function createDetailed(options: { isPrivate?: boolean } = {}): Promise<User> {
  const person = await createUser(api, options);
  const hidden = {
    phoneNumber: '+49 555 0100',
    dateOfBirth: new Date('1990-05-17'),
    gender: 'other',
  } as const;
  await api.database.user.update({ where: { id: person.id }, data: { ...details, ...hidden } });
  return person;
}

describe('GET /users/{userIdOrUsername}', () => {
  it('accepts an id and a username in any case', async () => {
    const [own, other] = [await createUser(api), await createDetailed()];
    await insertThread(api.database, other.id);
    const byId = await acts.profile(own, other.id).expect(200);
    expect(profileSchema.parse(byId.body)).toEqual({
      id: other.id,
      name: other.name,
      username: other.username,
      picture: null,
      ...details,
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
      canViewThreads: true,
    });
    for (const name of [other.username, other.username.toUpperCase(), other.id.toUpperCase()]) {
      expect((await acts.profile(own, name)).body).toEqual(byId.body);
    }
  });

  it('returns the viewer’s own profile as others see it', async () => {
    const own = await createDetailed({ isPrivate: true });
    const response = await acts.profile(own, own.id).expect(200);
    expect(response.body).toMatchObject({ ...details, canViewThreads: true });
    expect(JSON.stringify(response.body)).not.toMatch(/0100|1990|other|example\.org/);
  });

  it('returns 401 without a session', async () => {
    const own = await createUser(api);
    expectError(await api.request.get(`/api/users/${own.id}`), 'unauthenticated');
  });

  it.each(['nobody', 'a/b', '%2e', 'é', '%00', 'x'.repeat(3000), 'null', '__proto__'])(
    'returns 404 for %s',
    async (name) => {
      const own = await createUser(api);
      expectError(await acts.profile(own, name), 'not_found');
    },
  );
});

describe('a private account', () => {
  const closed = { bio: null, location: null, website: null, canViewThreads: false };

  it('shows details only to approved followers', async () => {
    const [own, other] = [await createUser(api), await createDetailed({ isPrivate: true })];
    expect((await acts.profile(own, other.id)).body).toMatchObject(closed);
    await acts.follow(own, other.id);
    expect((await acts.profile(own, other.id)).body).toMatchObject(closed);
    await acts.approve(other, await acts.requestId(own, other)).expect(200);
    expect((await acts.profile(own, other.id)).body).toMatchObject({ ...details });
    await acts.unfollow(own, other.id);
    expect((await acts.profile(own, other.id)).body).toMatchObject(closed);
  });

  it('hides its lists from other users', async () => {
    const [own, other] = [await createUser(api), await createDetailed({ isPrivate: true })];
    for (const list of ['followers', 'following']) {
      expectError(await acts.read(own, `/users/${other.id}/${list}`), 'not_found');
      await acts.read(other, `/users/${other.username}/${list}`).expect(200);
    }
  });

  it('hides its bio in lists', async () => {
    const [own, other] = [await createUser(api), await createDetailed({ isPrivate: true })];
    const shown = await createDetailed();
    for (const person of [other, shown]) {
      const response = await acts.read(own, `/users/search?q=${person.username}`).expect(200);
      expect(response.body).toMatchObject([
        { id: person.id, bio: person === shown ? details.bio : null },
      ]);
    }
  });
});

describe('a block between two users', () => {
  it('hides the blocker’s profile from the blocked user, and the details from the blocker', async () => {
    const [own, other] = [await createDetailed(), await createDetailed()];
    await acts.follow(own, other.id);
    await acts.follow(other, own.id);
    expect((await acts.block(own, other.id).expect(200)).body).toMatchObject({ isBlocked: true });
    await acts.block(own, other.id).expect(200);

    expect((await acts.profile(own, other.id).expect(200)).body).toMatchObject({
      isBlocked: true,
      bio: null,
      location: null,
      website: null,
      canViewThreads: false,
      isFollowing: false,
      isFollowedBy: false,
    });
    expectError(await acts.read(own, `/users/${other.id}/followers`), 'not_found');
    expectError(await acts.follow(own, other.id), 'not_found');
    expectError(await acts.profile(other, own.username), 'not_found');
    expect((await acts.read(other, `/users/search?q=${own.username}`)).body).toEqual([]);
    expect((await acts.read(own, `/users/search?q=${other.username}`)).body).toEqual([]);

    expect((await acts.unblock(own, other.id).expect(200)).body).toMatchObject({
      isBlocked: false,
    });
    await acts.unblock(own, other.id).expect(200);
    const after = await acts.profile(other, own.id).expect(200);
    expect(after.body).toMatchObject({ isFollowing: false, followersCount: 0, bio: details.bio });
  });

  it('deletes follow requests', async () => {
    const [own, other] = [await createUser(api), await createUser(api, { isPrivate: true })];
    await acts.follow(own, other.id);
    const id = await acts.requestId(own, other);
    await acts.block(own, other.id).expect(200);
    expectError(await acts.approve(other, id), 'not_found');
    expect((await acts.read(other, '/users/follow-requests/pending')).body).toEqual([]);
  });
});

describe('the lists of blocked and muted users', () => {
  it('are sorted by time and paged', async () => {
    const own = await createUser(api);
    const users = [await createUser(api), await createUser(api), await createDetailed()];
    for (const { id } of users) {
      await acts.block(own, id).expect(200);
      await acts.mute(own, id).expect(200);
    }
    const ids = users.map(({ id }) => id).toReversed();
    for (const list of ['blocks', 'mutes']) {
      const first = await acts.read(own, `/users/me/${list}?size=2`).expect(200);
      const { content, nextCursor } = first.body as {
        content: { id: string; bio: null }[];
        nextCursor: string;
      };
      expect(first.body).toMatchObject({ page: 0, size: 2, last: false });
      expect(content[0]?.bio).toBeNull();
      const rest = await acts.read(own, `/users/me/${list}?size=2&cursor=${nextCursor}`);
      expect(rest.body).toMatchObject({ page: null, last: true, nextCursor: null });
      const more = (rest.body as { content: { id: string }[] }).content;
      expect([...content, ...more].map(({ id }) => id)).toEqual(ids);
    }
  });

  it('are visible only to the viewer', async () => {
    const [own, other] = [await createUser(api), await createUser(api)];
    expect((await acts.mute(own, other.id).expect(200)).body).toMatchObject({ isMuted: true });
    expect((await acts.profile(own, other.id)).body).toMatchObject({ isMuted: true });
    expect((await acts.profile(other, own.id)).body).toMatchObject({ isMuted: false });
    const response = await acts.remove(own, `/users/${other.id}/mute`).expect(200);
    expect(response.body).toMatchObject({ isMuted: false });
    expect((await acts.read(own, '/users/me/mutes')).body).toMatchObject({ content: [] });
  });
});
