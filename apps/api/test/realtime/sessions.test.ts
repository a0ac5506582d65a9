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

const soonMs = 2000 * timeFactor;
let first: TestApi;
let second: TestApi;
/** Hears of no end of any session but its own. */
let deaf: TestApi;
let stopJobs: (() => Promise<void>)[];

beforeAll(async () => {
  first = await startTestApi();
  const { databaseUrl } = first;
  second = await startTestApi({ databaseUrl });
  deaf = await startTestApi({ databaseUrl });
  stopJobs = [first, second].map((api) => startBackgroundJobs(api.services, databaseUrl));
  for (const { services } of [first, second]) {
    await vi.waitUntil(() => services.auth.sessionCache.isEnabled, { timeout: 20_000 });
  }
});

afterAll(async () => {
  for (const stop of stopJobs) await stop();
  for (const api of [second, deaf, first]) await api.close();
});

/** One at each server, by header and by cookie. */
async function listenEverywhere(person: User): Promise<EventReader[]> {
  const cookie = { Cookie: `skein_stream=${person.token}` };
  const byCookie = await openStream({ port: second.port, headers: cookie });
  return [await listen(first, person), byCookie, await listen(deaf, person)];
}

async function expectEnd(streams: EventReader[], act: () => Promise<unknown>): Promise<void> {
  expect(streams.map(({ isClosed }) => isClosed)).toEqual(streams.map(() => false));
  const begin = performance.now();
  await act();
  await Promise.all(streams.map((stream) => stream.untilClosed()));
  expect(performance.now() - begin).toBeLessThan(soonMs);
}

describe('streams end on every server', () => {
  it('with a logout, and only those of that session', async () => {
    const person = await createUser(first);
    const { email, password } = person;
    const login = await first.request.post('/api/auth/login').send({ email, password }).expect(200);
    const { token } = login.body as { token: string };
    const elsewhere = { ...person, token, auth: { Authorization: `Bearer ${token}` } };
    const staying = await listen(second, elsewhere);
    const streams = await listenEverywhere(person);
    await expectEnd(streams, () =>
      first.request.post('/api/auth/logout').set(person.auth).expect(200),
    );
    expect(staying.isClosed).toBe(false);
    const { auth } = elsewhere;
    const newPassword = 'something else entirely';
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    await first.request.post('/api/auth/change-password').send(body).set(auth).expect(200);
    expect(staying.isClosed).toBe(false);
  });

  it('with a change of the password somewhere else', async () => {
    const person = await createUser(first);
    const { email, password } = person;
    const streams = await listenEverywhere(person);
    const login = await first.request.post('/api/auth/login').send({ email, password }).expect(200);
    const { token } = login.body as { token: string };
    const newPassword = 'something else entirely';
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    const auth = { Authorization: `Bearer ${token}` };
    await expectEnd(streams, () =>
      first.request.post('/api/auth/change-password').send(body).set(auth).expect(200),
    );
  });

  it('with a suspension', async () => {
    const person = await createUser(first);
    const data = { suspendedAt: new Date() };
    await expectEnd(await listenEverywhere(person), () =>
      first.database.user.update({ where: { id: person.id }, data }),
    );
  });

  it('with the account', async () => {
    const person = await createUser(first);
    const { password } = person;
    await expectEnd(await listenEverywhere(person), () =>
      first.request.delete('/api/users/me').set(person.auth).send({ password }).expect(200),
    );
  });

  it('with the token', async () => {
    const person = await createUser(first);
    const streams = await listenEverywhere(person);
    await expectEnd(streams, () => {
      for (const { clock } of [first, second, deaf]) clock.advance(7 * 24 * 60 * 60 * 1000);
      return Promise.resolve();
    });
  });
});

describe('a server that stops', () => {
  it('ends its streams at once, and opens no more', async () => {
    const api = await startTestApi();
    const streams = [];
    const people = [await createUser(api), await createUser(api)];
    for (const person of people) streams.push(await listen(api, person));
    const begin = performance.now();
    api.services.streams.stop();
    await Promise.all(streams.map((stream) => stream.untilClosed()));
    expect(performance.now() - begin).toBeLessThan(1000 * timeFactor);
    const [person] = people;
    const late = await api.request.get('/api/chat/stream').set(person?.auth ?? {});
    expect(late.status).toBe(503);
    await api.close();
  });
});
