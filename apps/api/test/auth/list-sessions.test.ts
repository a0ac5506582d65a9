import type { Session } from '@skein/contracts/auth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

async function signIn(person: User): Promise<string> {
  const answer = await api.request
    .post('/api/auth/login')
    .set('User-Agent', firefox)
    .send({ email: person.email, password: person.password })
    .expect(200);
  return (answer.body as { token: string }).token;
}

async function list(token: string): Promise<Session[]> {
  const answer = await api.request
    .get('/api/auth/sessions')
    .set({ Authorization: `Bearer ${token}` })
    .expect(200);
  return answer.body as Session[];
}

const end = (token: string, id: string) =>
  api.request.delete(`/api/auth/sessions/${id}`).set({ Authorization: `Bearer ${token}` });

describe('the list of sessions', () => {
  it('tells where one is signed in', async () => {
    const person = await createUser(api);
    const token = await signIn(person);
    const sessions = await list(token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      device: 'Firefox on Linux',
      address: '127.0.0.1',
    });
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({
      device: 'Unknown device',
      address: null,
    });
  });

  it('has the latest use first, known within minutes', async () => {
    const person = await createUser(api);
    const first = person.token;
    const second = await signIn(person);
    expect((await list(second))[0]?.isCurrent).toBe(true);
    api.clock.advance(10 * 60 * 1000);
    const [latest] = await list(first);
    expect(latest?.isCurrent).toBe(true);
    const sinceMs = api.clock.now().getTime() - new Date(latest?.lastSeenAt ?? 0).getTime();
    expect(sinceMs).toBeLessThan(5000);
  });

  it('holds nothing that has ended, nor anybody else', async () => {
    const person = await createUser(api);
    await createUser(api);
    const other = await signIn(person);
    await api.request.post('/api/auth/logout').set({ Authorization: `Bearer ${other}` });
    expect(await list(person.token)).toHaveLength(1);
    api.clock.advance(8 * 24 * 60 * 60 * 1000);
    expect(await list(await signIn(person))).toHaveLength(1);
  });
});

describe('ending a session', () => {
  it('throws out whoever uses it', async () => {
    const person = await createUser(api);
    const other = await signIn(person);
    const id = (await list(person.token)).find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await end(person.token, id).expect(200);
    const answer = await api.request.get('/api/users/me').set({ Authorization: `Bearer ${other}` });
    expectError(answer, 'unauthenticated');
    expectError(await end(person.token, id), 'not_found');
  });

  it('works for the current one', async () => {
    const person = await createUser(api);
    const [current] = await list(person.token);
    await end(person.token, current?.id ?? '').expect(200);
    expectError(await end(person.token, current?.id ?? ''), 'unauthenticated');
  });

  it('is for one of one’s own', async () => {
    const [own, other] = [await createUser(api), await createUser(api)];
    const [theirs] = await list(other.token);
    for (const id of [theirs?.id ?? '', own.id, 'no-id', '%00']) {
      expectError(await end(own.token, id), 'not_found');
    }
    expect(await list(other.token)).toHaveLength(1);
    expectError(await api.request.get('/api/auth/sessions'), 'unauthenticated');
  });
});
