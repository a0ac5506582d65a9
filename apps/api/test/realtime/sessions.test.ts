import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { openStream } from '../support/http/event-reader.ts';
import type { EventReader } from '../support/http/event-reader.ts';
import { timeFactor } from '../support/time-factor.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { listen } from './support.ts';

const endMaxMs = 2000 * timeFactor;
let first: TestApi;
let second: TestApi;
/** Gets no notification of sessions that end on other servers. */
let unnotified: TestApi;
let stopJobs: (() => Promise<void>)[];

beforeAll(async () => {
  first = await startTestApi();
  const { databaseUrl } = first;
  second = await startTestApi({ databaseUrl });
  unnotified = await startTestApi({ databaseUrl });
  stopJobs = [first, second].map((api) => startBackgroundJobs(api.services, databaseUrl));
  for (const { services } of [first, second]) {
    await vi.waitUntil(() => services.auth.sessionCache.isEnabled, { timeout: 20_000 });
  }
});

afterAll(async () => {
  for (const stop of stopJobs) await stop();
  for (const api of [second, unnotified, first]) await api.close();
});

/** Opens a stream on each server, by header and by cookie. */
async function listenEverywhere(user: User): Promise<EventReader[]> {
  const cookie = { Cookie: `skein_stream=${user.token}` };
  const byCookie = await openStream({ port: second.port, headers: cookie });
  return [await listen(first, user), byCookie, await listen(unnotified, user)];
}

async function expectEnd(
  streams: EventReader[],
  endSession: () => Promise<unknown>,
): Promise<void> {
  expect(streams.map(({ isClosed }) => isClosed)).toEqual(streams.map(() => false));
  const begin = performance.now();
  await endSession();
  await Promise.all(streams.map((stream) => stream.untilClosed()));
  expect(performance.now() - begin).toBeLessThan(endMaxMs);
}

describe('streams end on every server', () => {
  it('after a logout, for that session only', async () => {
    const user = await createUser(first);
    const { email, password } = user;
    const login = await first.request.post('/api/auth/login').send({ email, password }).expect(200);
    const { token } = login.body as { token: string };
    const otherSession = { ...user, token, auth: { Authorization: `Bearer ${token}` } };
    const otherSessionsStream = await listen(second, otherSession);
    const streams = await listenEverywhere(user);
    await expectEnd(streams, () =>
      first.request.post('/api/auth/logout').set(user.auth).expect(200),
    );
    expect(otherSessionsStream.isClosed).toBe(false);
    const { auth } = otherSession;
    const newPassword = 'something else entirely';
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    await first.request.post('/api/auth/change-password').send(body).set(auth).expect(200);
    expect(otherSessionsStream.isClosed).toBe(false);
  });

  it('after the password was changed in another session', async () => {
    const user = await createUser(first);
    const { email, password } = user;
    const streams = await listenEverywhere(user);
    const login = await first.request.post('/api/auth/login').send({ email, password }).expect(200);
    const { token } = login.body as { token: string };
    const newPassword = 'something else entirely';
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    const auth = { Authorization: `Bearer ${token}` };
    await expectEnd(streams, () =>
      first.request.post('/api/auth/change-password').send(body).set(auth).expect(200),
    );
  });

  it('after a suspension', async () => {
    const user = await createUser(first);
    const data = { suspendedAt: new Date() };
    await expectEnd(await listenEverywhere(user), () =>
      first.database.user.update({ where: { id: user.id }, data }),
    );
  });

  it('after the account was deleted', async () => {
    const user = await createUser(first);
    const { password } = user;
    await expectEnd(await listenEverywhere(user), () =>
      first.request.delete('/api/users/me').set(user.auth).send({ password }).expect(200),
    );
  });

  it('when the token expires', async () => {
    const user = await createUser(first);
    const streams = await listenEverywhere(user);
    await expectEnd(streams, () => {
      for (const { clock } of [first, second, unnotified]) clock.advance(7 * 24 * 60 * 60 * 1000);
      return Promise.resolve();
    });
  });
});

describe('a server that stops', () => {
  it('ends its streams and rejects new ones', async () => {
    const api = await startTestApi();
    const streams = [];
    const users = [await createUser(api), await createUser(api)];
    for (const user of users) streams.push(await listen(api, user));
    const begin = performance.now();
    api.services.realtime.stop();
    await Promise.all(streams.map((stream) => stream.untilClosed()));
    expect(performance.now() - begin).toBeLessThan(1000 * timeFactor);
    const [user] = users;
    const response = await api.request.get('/api/chat/stream').set(user?.auth ?? {});
    expect(response.status).toBe(503);
    await api.close();
  });
});
