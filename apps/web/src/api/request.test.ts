import * as routes from '@skein/contracts/routes';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { mockRoute, networkFailure, errorResponse, server } from '../testing/api.ts';
import { aToken, aUser, givenSession } from '../testing/session.ts';
import { aThread, aFeedPage } from '../testing/threads.ts';
import { ApiError, NetworkError, onUnauthorized, request } from './index.ts';

const me = () => request(routes.getCurrentUser);

describe('request', () => {
  it('sends the token only if it is valid', async () => {
    const sent: (string | null)[] = [];
    server.use(
      mockRoute(routes.getCurrentUser, (incoming) => {
        sent.push(incoming.headers.get('Authorization'));
        return aUser();
      }),
    );
    const token = aToken();
    givenSession(aUser(), token);
    await me();
    givenSession(aUser(), aToken(-1));
    await me();
    expect(sent).toEqual([`Bearer ${token}`, null]);
  });

  it('encodes path parameters and the query, and omits undefined values', async () => {
    const urls: string[] = [];
    server.use(
      mockRoute(routes.listFeed, ({ url }) => {
        urls.push(url);
        return aFeedPage([]);
      }),
      mockRoute(routes.getThread, ({ url }) => {
        urls.push(url);
        return aThread();
      }),
    );
    await request(routes.listFeed, { query: { size: 30 } });
    await request(routes.getThread, { params: { threadId: 'a/b?' } });
    expect(urls.map((url) => new URL(url).pathname + new URL(url).search)).toEqual([
      '/api/threads?size=30',
      '/api/threads/a%2Fb%3F',
    ]);
  });

  it('sends JSON', async () => {
    let body: unknown;
    server.use(
      mockRoute(routes.login, async (incoming) => {
        body = await incoming.json();
        return { success: true, token: aToken(), user: aUser(), message: '' };
      }),
    );
    const credentials = { email: 'a@example.org', password: 'secret' };
    await request(routes.login, { body: credentials });
    expect(body).toEqual(credentials);
  });

  it('sets keepalive for mutations only', async () => {
    server.use(http.all('*', () => Response.json(aUser())));
    const fetchMock = vi.spyOn(globalThis, 'fetch');
    await me();
    await request(routes.logout);
    expect(fetchMock.mock.calls.map(([, options]) => options?.keepalive)).toEqual([false, true]);
  });

  it('sends a form and reports the upload progress', async () => {
    const thread = aThread();
    let type: string | null = null;
    server.use(
      mockRoute(routes.createThreadWithFiles, ({ headers }) => {
        type = headers.get('Content-Type');
        return thread;
      }),
    );
    const onUploadProgress = vi.fn<(fraction: number) => void>();
    const created = await request(routes.createThreadWithFiles, {
      body: { content: 'Two' },
      files: { media: [new File(['1'], 'one.png'), new File(['2'], 'two.png')] },
      onUploadProgress,
    });
    expect(created).toEqual(thread);
    expect(type).toMatch(/^multipart\/form-data/);
    expect(onUploadProgress).toHaveBeenLastCalledWith(1);
  });

  it('aborts an upload', async () => {
    const controller = new AbortController();
    server.use(
      mockRoute(routes.createThreadWithFiles, () => {
        controller.abort();
        return new Promise<Response>(() => undefined);
      }),
    );
    const upload = request(routes.createThreadWithFiles, {
      body: { content: 'Two' },
      files: { media: [new File(['1'], 'one.png')] },
      signal: controller.signal,
      onUploadProgress: () => undefined,
    });
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('turns an error response into an ApiError with all its fields', async () => {
    const errors = [{ path: 'email', message: 'Taken.' }];
    server.use(
      mockRoute(routes.getCurrentUser, () =>
        errorResponse({ status: 409, code: 'email_taken', message: 'No.', errors }),
      ),
    );
    const error = await me().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 409,
      code: 'email_taken',
      message: 'No.',
      fieldErrors: errors,
      requestId: 'test-request',
    });
  });

  it.each([
    ['an error page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a successful response without JSON', () => new Response('<h1>Welcome</h1>')],
  ])('throws an ApiError with the code `unknown` for %s', async (_, reply) => {
    server.use(http.get('*/api/users/me', reply));
    await expect(me()).rejects.toMatchObject({ name: 'ApiError', code: 'unknown', message: '' });
  });

  it('throws a NetworkError if the connection fails', async () => {
    server.use(mockRoute(routes.getCurrentUser, networkFailure));
    await expect(me()).rejects.toBeInstanceOf(NetworkError);
  });
});

describe('a 401', () => {
  it('is announced with the token that was sent, but not for /auth/*', async () => {
    const listener = vi.fn<(token: string | null) => void>();
    const stop = onUnauthorized(listener);
    const token = aToken();
    givenSession(aUser(), token);
    server.use(
      mockRoute(routes.logout, () => errorResponse({ status: 401 })),
      mockRoute(routes.getCurrentUser, () => errorResponse({ status: 401 })),
    );
    await request(routes.logout).catch(() => undefined);
    expect(listener).not.toHaveBeenCalled();
    await me().catch(() => undefined);
    expect(listener).toHaveBeenCalledExactlyOnceWith(token);
    stop();
  });
});
