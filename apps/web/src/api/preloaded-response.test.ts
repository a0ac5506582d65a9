import * as routes from '@skein/contracts/routes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mockRoute, networkFailure, errorResponse, server } from '../testing/api.ts';
import { aToken, aUser, givenSession } from '../testing/session.ts';
import {
  discardPreloadedResponse,
  preloadResponse,
  takeArrivedBody,
  takePreloadedResponse,
} from './preloaded-response.ts';
import { NetworkError, onUnauthorized, request } from './index.ts';

const me = () => request(routes.getCurrentUser);
const user = aUser();
const token = aToken();
let requested: (string | null)[] = [];

beforeEach(() => {
  requested = [];
  givenSession(user, token);
  server.use(
    mockRoute(routes.getCurrentUser, ({ headers }) => {
      requested.push(headers.get('Authorization'));
      return user;
    }),
  );
});

afterEach(discardPreloadedResponse);

describe('a preloaded response', () => {
  it('is returned once for the same request', async () => {
    preloadResponse(routes.getCurrentUser, {}, token);
    expect(await me()).toEqual(user);
    expect(requested).toEqual([`Bearer ${token}`]);
    await me();
    expect(requested).toHaveLength(2);
  });

  it('is available without waiting once it has arrived', async () => {
    preloadResponse(routes.getCurrentUser, {}, token);
    expect(takeArrivedBody(routes.getCurrentUser, {}, token)).toBeNull();
    await vi.waitFor(() => expect(takeArrivedBody(routes.getCurrentUser, {}, token)).toEqual(user));
    expect(takeArrivedBody(routes.getCurrentUser, {}, token)).toBeNull();
    expect(requested).toHaveLength(1);
    preloadResponse(routes.getCurrentUser, {}, token);
    await vi.waitFor(() => expect(requested).toHaveLength(2));
    expect(takeArrivedBody(routes.getCurrentUser, {}, aToken(60))).toBeNull();
  });

  it('is not returned to another user', async () => {
    const other = aToken(60);
    preloadResponse(routes.getCurrentUser, {}, other);
    await me();
    expect(new Set(requested)).toEqual(new Set([`Bearer ${token}`, `Bearer ${other}`]));
  });

  it('is not returned for another request', async () => {
    preloadResponse('GET /users/me?size=1' as typeof routes.getCurrentUser, {}, token);
    await me();
    expect(requested).toHaveLength(2);
    const preloaded = takePreloadedResponse({
      method: 'GET',
      url: '/api/users/me?size=1',
      headers: { Authorization: `Bearer ${token}` },
      body: null,
      signal: undefined,
    });
    expect(preloaded).not.toBeNull();
  });

  it('is requested again when it is too old', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    preloadResponse(routes.getCurrentUser, {}, token);
    now.mockReturnValue(60_000);
    await me();
    expect(requested).toHaveLength(2);
  });

  it('ends the session like any other response when it is a 401', async () => {
    const lost: (string | null)[] = [];
    const stop = onUnauthorized((usedToken) => lost.push(usedToken));
    server.use(mockRoute(routes.getCurrentUser, () => errorResponse({ status: 401 })));
    preloadResponse(routes.getCurrentUser, {}, token);
    expect(lost).toEqual([]);
    await expect(me()).rejects.toMatchObject({ status: 401 });
    expect(lost).toEqual([token]);
    stop();
  });

  it('fails like any other request without a connection, and is requested again', async () => {
    server.use(mockRoute(routes.getCurrentUser, networkFailure));
    preloadResponse(routes.getCurrentUser, {}, token);
    await expect(me()).rejects.toThrow(NetworkError);
    server.use(mockRoute(routes.getCurrentUser, () => user));
    expect(await me()).toEqual(user);
  });
});
