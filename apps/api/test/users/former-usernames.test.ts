import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const rename = (user: User, username: string) => actions.rename(user, username).expect(200);
const register = (firstName: string, lastName: string) =>
  api.request.post('/api/auth/register').send({
    firstName,
    lastName,
    email: `${firstName}.${Math.random()}@example.org`,
    password: 'a long password',
    confirmPassword: 'a long password',
  });
const setExpiry = (username: string, expiresAt: Date) =>
  api.database.formerUsername.update({ where: { username }, data: { expiresAt } });

describe('a former username', () => {
  it('leads to the same response as the present one, also for users who may not see it', async () => {
    const [user, viewer, blocked] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    await actions.block(user, blocked.id).expect(200);
    await rename(user, 'moved_once');
    await rename(user, 'moved_twice');
    const present = await actions.profile(viewer, user.id).expect(200);
    for (const name of [user.username, 'Moved_Once']) {
      expect((await actions.profile(viewer, name)).body).toEqual(present.body);
      const { requestId: _, ...hidden } = expectError(
        await actions.profile(blocked, name),
        'not_found',
      );
      const unknown = expectError(await actions.profile(blocked, 'nobody_at_all'), 'not_found');
      expect(unknown).toMatchObject(hidden);
    }
    const app = await actions.read(viewer, `/v1/accounts/lookup?acct=${user.username}`);
    expect(app.body).toMatchObject({ id: user.id, acct: 'moved_twice' });
  });

  it('is taken only by its user, who returns to it at once', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    await rename(user, 'renamed.user');
    const error = expectError(await actions.rename(other, user.username), 'username_taken');
    expect(error.message).toBe('This username is already taken.');
    await rename(user, user.username);
    expectError(await actions.rename(other, 'renamed.user'), 'username_taken');
  });

  it('is not derived for a new account', async () => {
    const user = await createUser(api);
    await rename(user, 'quiet.loom');
    await rename(user, user.username);
    const response = await register('Quiet', 'Loom').expect(201);
    expect(response.body).toMatchObject({ user: { username: 'quiet.loom2' } });
  });

  it('stays reserved when another account takes it during the change', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    await rename(user, 'swift.heddle');
    const [renamed, taken, registered] = await Promise.all([
      actions.rename(user, 'slow.heddle'),
      actions.rename(other, 'swift.heddle'),
      register('Swift', 'Heddle'),
    ]);
    expect(renamed.status).toBe(200);
    expectError(taken, 'username_taken');
    expect(registered.body).toMatchObject({ user: { username: 'swift.heddle2' } });
  });

  it('belongs to nobody after 30 days', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    await rename(user, 'first.weft');
    await rename(user, 'second.weft');
    const { expiresAt } = await api.database.formerUsername.findFirstOrThrow({
      where: { username: 'first.weft' },
    });
    expect(Math.round((expiresAt.getTime() - Date.now()) / dayMs)).toBe(30);
    await setExpiry('first.weft', new Date());
    expectError(await actions.profile(other, 'first.weft'), 'not_found');
    expect(await api.services.users.removeExpiredUsernames()).toBe(1);
    await setExpiry(user.username, new Date());
    await rename(other, user.username);
    expect((await actions.profile(user, user.username)).body).toMatchObject({ id: other.id });
  });

  it('is one of the last three of an account', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    for (const username of ['warp_1', 'warp_2', 'warp_3', 'warp_4']) await rename(user, username);
    expectError(await actions.rename(other, 'warp_1'), 'username_taken');
    await rename(other, user.username);
    const found = await actions.profile(user, user.username);
    expect(found.body).toMatchObject({ id: other.id });
  });
});
