import * as routes from '@skein/contracts/routes';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { threadKeys } from '../features/threads/cache/thread-keys.ts';
import { clearSession } from '../lib/session/index.ts';
import { unreadCounts } from '../lib/unread.ts';
import { mockRoute, server } from '../testing/api.ts';
import { stubEventSource } from '../testing/live.ts';
import { givenSession } from '../testing/session.ts';
import { useBackgroundServices } from './use-background-services.ts';

function renderServices() {
  const { id: userId } = givenSession();
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const connected = { userId, serverTime: new Date().toISOString() };
  return { client, connected, ...renderHook(useBackgroundServices, { wrapper }) };
}

it('removes the push subscription id at sign-out while the network is down', () => {
  localStorage.setItem('push_subscription', 'subscription-id');
  const { unmount } = renderServices();
  clearSession();
  unmount();
  expect(localStorage.getItem('push_subscription')).toBeNull();
});

it('requests the unread counts once, when the stream has opened', async () => {
  const stream = stubEventSource();
  const requests: string[] = [];
  server.use(
    mockRoute(
      routes.countUnreadNotifications,
      () => (requests.push('notifications'), { count: 2 }),
    ),
    mockRoute(
      routes.countUnreadMessages,
      () => (requests.push('messages'), { count: 3, requestsCount: 0 }),
    ),
  );
  const { client, connected } = renderServices();
  expect(client.isFetching()).toBe(0);
  act(() => stream.send('connected', connected));
  await waitFor(() => expect(unreadCounts.get()).toEqual({ notifications: 2, messages: 3 }));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(requests.toSorted()).toEqual(['messages', 'notifications']);
});

it('refetches the feed after an interrupted stream, not after the first one has opened', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stream = stubEventSource();
  const { client, connected } = renderServices();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const refetched = expect.objectContaining({ queryKey: threadKeys.feedHeads }) as object;
  const open = () => {
    act(() => stream.send('connected', connected));
    act(() => void vi.advanceTimersByTime(10_000));
  };
  open();
  expect(invalidate).not.toHaveBeenCalledWith(refetched);
  act(() => stream.break());
  act(() => void vi.advanceTimersByTime(10_000));
  open();
  expect(invalidate).toHaveBeenCalledWith(refetched);
});
