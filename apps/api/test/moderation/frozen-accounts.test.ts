import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeclaredRoutes } from '../http/declared-routes.ts';
import { listMastodonRoutes } from '../mastodon/routes.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';
import { expectError } from '../support/http/responses.ts';
import { createUserActions } from '../support/http/user-actions.ts';

let api: TestApi;
let actions: ReturnType<typeof createUserActions>;
let frozen: User;
let other: User;

beforeAll(async () => {
  api = await startTestApi();
  actions = createUserActions(api);
  frozen = await createUser(api);
  other = await createUser(api);
  // The session is cached before, as it usually is.
  await actions.read(frozen, '/users/me').expect(200);
  await api.database.user.update({ where: { id: frozen.id }, data: { frozenAt: new Date() } });
});

afterAll(() => api.close());

describe('a frozen account', () => {
  it('cannot publish, engage, follow or write messages within two seconds', async () => {
    const threadId = await insertThread(api.database, other.id);
    const attempts = [
      () => actions.post(frozen, '/threads').send({ content: 'Still here' }),
      () => actions.post(frozen, `/threads/${threadId}/like`).send({ on: true }),
      () => actions.post(frozen, `/threads/${threadId}/repost`).send({ on: true }),
      () => actions.follow(frozen, other.id),
      () => actions.post(frozen, '/chat/send').send({ receiverId: other.id, content: 'Hello' }),
      () => api.request.put('/api/users/me').set(frozen.auth).send({ name: 'New name' }),
    ];
    await expect
      .poll(async () => (await actions.follow(frozen, frozen.id)).status, { timeout: 2000 })
      .toBe(403);
    for (const attempt of attempts) expectError(await attempt(), 'forbidden');
  });

  it('can sign in, read, save bookmarks, block and delete its own threads', async () => {
    const threadId = await insertThread(api.database, frozen.id);
    await actions.read(frozen, '/threads').expect(200);
    await actions.post(frozen, `/threads/${threadId}/bookmark`).send({ on: true }).expect(200);
    await actions.block(frozen, other.id).expect(200);
    await actions.remove(frozen, `/threads/${threadId}`).expect(200);
    await actions.post(frozen, '/auth/logout').expect(200);
  });

  it('can change settings, but nothing that others see', async () => {
    const user = await createUser(api);
    await api.database.user.update({ where: { id: user.id }, data: { frozenAt: new Date() } });
    const save = (fields: object) => api.request.put('/api/users/me').set(user.auth).send(fields);
    const saved = await save({ name: user.name, isPrivate: true, bio: '' }).expect(200);
    expect(saved.body).toMatchObject({ user: { isPrivate: true, isFrozen: true } });
    for (const fields of [{ name: 'New name' }, { bio: 'Buy bridges' }, { isPrivate: false }]) {
      expectError(await save(fields), 'forbidden');
    }
  });

  it('keeps the reason why its scheduled thread was not published', async () => {
    const author = await createUser(api);
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    await actions.post(author, '/threads/scheduled').send({ content: 'Later', scheduledAt });
    await api.database.scheduledThread.updateMany({ data: { scheduledAt: new Date(0) } });
    await api.database.user.update({ where: { id: author.id }, data: { frozenAt: new Date() } });
    await api.services.threads.publishDueThreads();
    const row = await api.database.scheduledThread.findFirstOrThrow({
      where: { authorId: author.id },
    });
    expect(row.error).toBe('suspended');
  });
});

describe('a write that does not declare what a frozen account can do', () => {
  it('is rejected by both APIs', async () => {
    // One user sends more requests than allowed.
    const unlimited = await startTestApi({ limits: 'off' });
    const user = await createUser(unlimited);
    await unlimited.database.user.update({
      where: { id: user.id },
      data: { frozenAt: new Date() },
    });
    const routes = [...(await listDeclaredRoutes()), ...listMastodonRoutes(unlimited.services)];
    const writes = routes.filter(
      ({ method, auth, whenFrozen }) =>
        method !== 'GET' && auth === 'bearer' && whenFrozen !== 'allowed',
    );
    const missingId = randomUUID();
    const accepted: string[] = [];
    for (const { id, method, path } of writes) {
      const url = `/api${path.replaceAll(/\{\w+\}/g, missingId)}`;
      // toLowerCase is typed as any string.
      const response = await unlimited.request[method.toLowerCase() as Lowercase<typeof method>](
        url,
      ).set(user.auth);
      if (response.status !== 403 || !response.text.includes('frozen')) accepted.push(id);
    }
    await unlimited.close();
    expect(writes.length).toBeGreaterThan(100);
    expect(accepted).toEqual([]);
  });
});
