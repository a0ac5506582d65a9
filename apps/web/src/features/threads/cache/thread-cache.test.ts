import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { aThread, aThreadPage } from '../../../testing/threads.ts';
import { patchThread, prependThread } from './thread-cache.ts';
import type { ThreadList } from './thread-cache.ts';
import { threadKeys } from './thread-keys.ts';

const first = aThread({ content: 'first' });
const second = aThread({ content: 'second' });

function clientWithFeeds(): QueryClient {
  const client = new QueryClient();
  for (const feed of ['all', 'following'] as const) {
    client.setQueryData<ThreadList>(threadKeys.feed(feed), {
      pages: [aThreadPage([first]), aThreadPage([second])],
      pageParams: [null, 'next'],
    });
  }
  return client;
}

const listIn = (client: QueryClient, feed: 'all' | 'following') =>
  client.getQueryData<ThreadList>(threadKeys.feed(feed));

const threadsIn = (client: QueryClient, feed: 'all' | 'following') =>
  listIn(client, feed)?.pages.flatMap((page) => page.content);

it('prepends a thread to every cached feed', () => {
  const client = clientWithFeeds();
  const created = aThread();
  prependThread(client, created);
  expect(threadsIn(client, 'all')).toEqual([created, first, second]);
  expect(threadsIn(client, 'following')).toEqual([created, first, second]);
});

it('moves a thread that is already in the feed instead of adding it twice', () => {
  const client = clientWithFeeds();
  prependThread(client, first);
  expect(threadsIn(client, 'all')).toEqual([first, second]);
});

it('ignores a feed that was never loaded', () => {
  const client = new QueryClient();
  prependThread(client, first);
  expect(listIn(client, 'all')).toBeUndefined();
});

it('patches a thread in every list and keeps the identity of other pages', () => {
  const client = clientWithFeeds();
  const untouched = listIn(client, 'all')?.pages[0];
  patchThread(client, second.id, { likesCount: 7 });
  expect(threadsIn(client, 'all')?.map((thread) => thread.likesCount)).toEqual([0, 7]);
  expect(threadsIn(client, 'following')?.map((thread) => thread.likesCount)).toEqual([0, 7]);
  expect(listIn(client, 'all')?.pages[0]).toBe(untouched);
});

it('patches a thread inside the threads that quote it', () => {
  const client = clientWithFeeds();
  const quoting = aThread({
    quotedThreadId: second.id,
    quotedThread: { ...second, quotedThread: null },
  });
  prependThread(client, quoting);
  patchThread(client, second.id, { likesCount: 3 });
  expect(threadsIn(client, 'all')?.[0]?.quotedThread?.likesCount).toBe(3);
});
