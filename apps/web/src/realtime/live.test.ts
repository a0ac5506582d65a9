import * as routes from '@skein/contracts/routes';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mockRoute, errorResponse, server } from '../testing/api.ts';
import { stubEventSource } from '../testing/live.ts';
import { aToken, aUser, givenSession } from '../testing/session.ts';
import { onUnauthorized } from '../api/index.ts';
import { onLive, onLiveState, startLive, stopLive } from './index.ts';

const me = aUser();
const connected = { userId: me.id, serverTime: '2026-11-21T08:00:00.000Z' };
let stream: ReturnType<typeof stubEventSource>;

beforeEach(() => {
  stream = stubEventSource();
});

afterEach(() => {
  stopLive();
  vi.useRealTimers();
});

it('is connected from startLive to stopLive', () => {
  startLive();
  expect(stream.urls()).toEqual([]);
  givenSession(me);
  const states: string[] = [];
  const stopListening = onLiveState((state) => states.push(state));
  startLive();
  startLive();
  expect(stream.urls()).toEqual(['/api/chat/stream']);
  stream.send('connected', connected);
  stopLive();
  expect(stream.urls()).toEqual([]);
  expect(states).toEqual(['closed', 'connecting', 'open', 'closed']);
  stopListening();
});

it('calls all handlers of an event until they unsubscribe', () => {
  vi.stubGlobal('reportError', () => undefined);
  givenSession(me);
  const received: number[] = [];
  const stop = onLive('feed', ({ newCount }) => received.push(newCount));
  const stopFailing = onLive('feed', () => {
    throw new Error('A handler that throws does not affect the others');
  });
  const stopLast = onLive('feed', ({ newCount }) => received.push(-newCount));
  startLive();
  stream.send('connected', connected);
  stream.send('feed', { newCount: 2 });
  stop();
  stopFailing();
  stream.send('feed', { newCount: 3 });
  expect(received).toEqual([2, -2, -3]);
  stopLast();
});

it('requests the missing session cookie of the stream once', async () => {
  const token = aToken();
  givenSession(me, token);
  let exchanges = 0;
  server.use(
    mockRoute(routes.getCurrentUser, () => me),
    mockRoute(routes.exchangeSession, () => {
      exchanges += 1;
      return { success: true, message: '', token, user: me };
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  startLive();
  stream.break();
  await vi.waitFor(() => expect(stream.urls()).toHaveLength(1));
  expect(exchanges).toBe(1);
  stream.break();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(exchanges).toBe(1);
});

it('ends a session that the server rejects', async () => {
  givenSession(me);
  const lost = vi.fn<() => void>();
  const stopListening = onUnauthorized(lost);
  server.use(mockRoute(routes.getCurrentUser, () => errorResponse({ status: 401 })));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  startLive();
  stream.break();
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(100_000);
  expect(stream.urls()).toEqual([]);
  stopListening();
});

it('does not wait for the stream of a tab that knows other events', async () => {
  givenSession(me);
  // A tab of the previous release holds the lock.
  const request = vi.fn<(name: string, options: LockOptions, lead: () => void) => Promise<void>>(
    async (name, _options, lead) => {
      if (name === `live:${me.id}`) await new Promise(() => undefined);
      lead();
    },
  );
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
  startLive();
  await vi.waitFor(() => expect(stream.urls()).toHaveLength(1));
  expect(request).toHaveBeenCalledOnce();
});
