import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Thread } from '@skein/contracts/threads';
import { aQuotedThread, aThread, aThreadPage } from '../../../testing/threads.ts';
import { addReply, removeThread } from './reply-cache.ts';
import type { RepliesList } from './reply-cache.ts';
import type { ThreadList } from './thread-cache.ts';
import { threadKeys } from './thread-keys.ts';

const root = aThread({ content: 'root', repliesCount: 2 });
const replyTo = (parent: Thread, path: string, fields: Partial<Thread> = {}) =>
  aThread({
    parentThreadId: parent.id,
    rootThreadId: root.id,
    threadLevel: parent.threadLevel + 1,
    threadPath: path,
    ...fields,
  });
const first = replyTo(root, 'a');
const second = replyTo(root, 'b', { repliesCount: 1 });
const below = replyTo(second, 'b.a');

const asList = (content: Thread[]): ThreadList => ({
  pages: [aThreadPage(content)],
  pageParams: [null],
});

function givenThread(pages: Thread[][] = [[first], [second, below]]) {
  const client = new QueryClient();
  const replies: RepliesList = {
    pages: pages.map((content) => ({ ...aThreadPage(content), totalElements: 3, hiddenCount: 0 })),
    pageParams: pages.map(() => null),
  };
  client.setQueryData(threadKeys.thread(root.id), asList([root]));
  client.setQueryData(threadKeys.replies(root.id), replies);
  client.setQueryData(threadKeys.feed('all'), asList([root]));
  client.setQueryData(threadKeys.own('a visit'), asList([root]));
  const collectIds = (key: readonly string[]) =>
    client
      .getQueryData<ThreadList>(key)
      ?.pages.flatMap(({ content }) => content.map(({ id }) => id));
  const repliesNow = () => client.getQueryData<RepliesList>(threadKeys.replies(root.id));
  const mainNow = () =>
    client.getQueryData<ThreadList>(threadKeys.thread(root.id))?.pages[0]?.content[0];
  return { client, collectIds, repliesNow, mainNow };
}

it('shows that an own thread has a chain, as long as its own reply exists', () => {
  const { client } = givenThread();
  const lone = aThread({ content: 'lone', repliesCount: 0, hasChain: false });
  client.setQueryData(threadKeys.feed('all'), asList([lone]));
  const hasChain = () =>
    client.getQueryData<ThreadList>(threadKeys.feed('all'))?.pages[0]?.content[0]?.hasChain;
  const reply = aThread({ parentThreadId: lone.id, rootThreadId: lone.id, threadPath: 'a' });
  addReply(client, { ...reply, userId: 'another user' });
  expect(hasChain()).toBe(false);
  removeThread(client, { ...reply, userId: 'another user' });
  addReply(client, reply);
  expect(hasChain()).toBe(true);
  removeThread(client, reply);
  expect(hasChain()).toBe(false);
});

it('inserts a reply once in reading order and updates all counts', () => {
  const { client, collectIds, repliesNow, mainNow } = givenThread();
  const reply = replyTo(first, 'a.a');
  addReply(client, reply);
  expect(collectIds(threadKeys.replies(root.id))).toEqual([
    first.id,
    reply.id,
    second.id,
    below.id,
  ]);
  expect(repliesNow()?.pages[1]?.totalElements).toBe(4);
  expect(repliesNow()?.pages[0]?.content[0]?.repliesCount).toBe(1);
  expect(mainNow()?.repliesCount).toBe(2);
  expect(collectIds(threadKeys.own('a visit'))).toEqual([reply.id, root.id]);
  expect(collectIds(threadKeys.feed('all'))).toEqual([root.id]);
});

it('appends a reply whose position is not loaded yet', () => {
  const { client, collectIds, mainNow } = givenThread();
  const reply = replyTo(root, 'z');
  addReply(client, reply);
  expect(collectIds(threadKeys.replies(root.id))?.at(-1)).toBe(reply.id);
  expect(mainNow()?.repliesCount).toBe(3);
});

it('removes a deleted reply and updates all counts', () => {
  const { client, collectIds, repliesNow, mainNow } = givenThread();
  removeThread(client, first);
  expect(collectIds(threadKeys.replies(root.id))).toEqual([second.id, below.id]);
  expect(repliesNow()?.pages[1]?.totalElements).toBe(2);
  expect(mainNow()?.repliesCount).toBe(1);
});

it('leaves a stub for a deleted reply that has replies, and updates the total', () => {
  const { client, repliesNow } = givenThread();
  removeThread(client, second);
  const stub = repliesNow()?.pages[1]?.content[0];
  expect(stub).toMatchObject({ id: second.id, isDeleted: true, content: '', userId: null });
  expect(repliesNow()?.pages[1]?.totalElements).toBe(2);
});

it('leaves a stub on the page of a deleted thread and removes it from other lists', () => {
  const { client, collectIds, mainNow } = givenThread();
  const quotedThread = aQuotedThread({ id: root.id });
  const quote = aThread({ quotedThreadId: root.id, quotedThread });
  client.setQueryData(threadKeys.feed('following'), asList([root, quote]));
  removeThread(client, root);
  expect(mainNow()?.isDeleted).toBe(true);
  expect(collectIds(threadKeys.feed('all'))).toEqual([]);
  const feed = client.getQueryData<ThreadList>(threadKeys.feed('following'));
  expect(feed?.pages[0]?.content.map((thread) => thread.quotedThread?.isDeleted)).toEqual([true]);
});
