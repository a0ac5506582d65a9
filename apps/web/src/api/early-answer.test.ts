import type { getCurrentUser } from '@skein/contracts/users';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mockRoute, networkFailure, errorResponse, server } from '../testing/api.ts';
import { aToken, aUser, givenSession } from '../testing/session.ts';
import { askEarly } from './early-answer.ts';
import { NetworkError, onUnauthorized, request } from './index.ts';

const call = { method: 'GET', path: '/users/me' } as const;
const me = () => request<typeof getCurrentUser>(call);
const user = aUser();
const token = aToken();
let asked: (string | null)[] = [];

beforeEach(() => {
  asked = [];
  givenSession(user, token);
  server.use(
    mockRoute<typeof getCurrentUser>('GET', '/users/me', ({ headers }) => {
      asked.push(headers.get('Authorization'));
      return user;
    }),
  );
});

afterEach(() => {
  delete window.earlyAnswer;
});

describe('an early answer', () => {
  it('is taken for the same request, once', async () => {
    askEarly(call, token);
    expect(await me()).toEqual(user);
    expect(asked).toEqual([`Bearer ${token}`]);
    await me();
    expect(asked).toHaveLength(2);
  });

  it('is not given to another person', async () => {
    const other = aToken(60);
    askEarly(call, other);
    await me();
    expect(new Set(asked)).toEqual(new Set([`Bearer ${token}`, `Bearer ${other}`]));
  });

  it('waits for the request it was asked for', async () => {
    askEarly({ ...call, query: { size: 1 } }, token);
    await me();
    expect(asked).toHaveLength(2);
    expect(window.earlyAnswer).toBeDefined();
  });

  it('is asked for anew when it is old', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    askEarly(call, token);
    now.mockReturnValue(60_000);
    await me();
    expect(asked).toHaveLength(2);
  });

  it('ends a session like any other when it is a 401', async () => {
    const lost: (string | null)[] = [];
    const stop = onUnauthorized((usedToken) => lost.push(usedToken));
    server.use(
      mockRoute<typeof getCurrentUser>('GET', '/users/me', () => errorResponse({ status: 401 })),
    );
    askEarly(call, token);
    expect(lost).toEqual([]);
    await expect(me()).rejects.toMatchObject({ status: 401 });
    expect(lost).toEqual([token]);
    stop();
  });

  it('fails like any other when there is no connection, and is asked for anew', async () => {
    server.use(mockRoute<typeof getCurrentUser>('GET', '/users/me', networkFailure));
    askEarly(call, token);
    await expect(me()).rejects.toThrow(NetworkError);
    server.use(mockRoute<typeof getCurrentUser>('GET', '/users/me', () => user));
    expect(await me()).toEqual(user);
  });
});
