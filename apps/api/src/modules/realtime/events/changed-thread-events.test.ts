import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ThreadSignal } from '../../../platform/events/bus.ts';
import type { ConnectedUser } from '../connections/connection-registry.ts';
import { createChangedThreadEvents } from './changed-thread-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const signal = (threadId: string, change: ThreadSignal['change'] = 'edited'): ThreadSignal => ({
  kind: 'thread',
  change,
  key: threadId,
  threadId,
  actorId: 'author',
  rootId: null,
  audience: 'public',
});

const user = (userId: string): ConnectedUser => ({ userId, streams: [], feedKey: '' });
const several = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** Connected users who see all threads except `hidden`, and for `ada` also `private`. */
function start(userIds: readonly string[] = ['ada', 'ben']) {
  /** The events in the order of their delivery. */
  const sent: { userId: string; event: Buffer }[] = [];
  const listThreadReaders = vi.fn<(threadId: string, ids: readonly string[]) => Promise<string[]>>(
    (threadId, ids) => {
      if (threadId === 'failing') return Promise.reject(new Error('No connection'));
      if (threadId === 'hidden') return Promise.resolve([]);
      return Promise.resolve(ids.filter((id) => threadId !== 'private' || id === 'ada'));
    },
  );
  const onError = vi.fn<(error: unknown) => void>();
  const events = createChangedThreadEvents({
    feed: { listThreadReaders },
    registry: {
      listAll: () => userIds.map(user),
      send: (userId, write) => void sent.push({ userId, event: write() }),
    },
    format: (_name, data) => Buffer.from(JSON.stringify(data)),
    onError,
  });
  const change = (...threadIds: string[]) =>
    threadIds.forEach((threadId) => events.sendChangedThread(signal(threadId)));
  const received = () => sent.map(({ userId, event }) => [userId, event.toString()]);
  return { events, change, sent, received, listThreadReaders, onError };
}

const getEvent = (threadId: string) => JSON.stringify({ threadId });

it('reports an edited thread to those who may see it', async () => {
  const { change, received } = start();
  change('hidden', 'private', 'public');
  await vi.advanceTimersByTimeAsync(2000);
  expect(received()).toEqual([
    ['ada', getEvent('private')],
    ['ada', getEvent('public')],
    ['ben', getEvent('public')],
  ]);
});

it.each(['published', 'converted', 'deleted'] as const)(
  'does not report a thread that was %s',
  async (change) => {
    const { events, sent } = start();
    events.sendChangedThread(signal('public', change));
    await vi.advanceTimersByTimeAsync(2000);
    expect(sent).toEqual([]);
  },
);

it('reports many changes of a thread once per second', async () => {
  const { change, sent } = start(['ada']);
  for (const _ of several('edit', 50)) {
    change('public');
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent).toHaveLength(5);
});

it('writes to many users in groups, each with one read and the same serialized event', async () => {
  const userIds = several('user', 1050);
  const { change, sent, listThreadReaders } = start(userIds);
  change('public');
  let mostAtOnce = 0;
  for (let before = 0; vi.getTimerCount() > 0; before = sent.length) {
    await vi.advanceTimersToNextTimerAsync();
    mostAtOnce = Math.max(mostAtOnce, sent.length - before);
  }
  expect(mostAtOnce).toBe(100);
  expect(sent.map(({ userId }) => userId)).toEqual(userIds);
  expect(new Set(sent.map(({ event }) => event)).size).toBe(1);
  expect(listThreadReaders).toHaveBeenCalledTimes(11);
});

it('drops changes of further threads when 100 wait', async () => {
  const { change, received } = start(['ada']);
  const threadIds = several('thread', 101);
  change(...threadIds);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(received()).toEqual(threadIds.slice(0, 100).map((id) => ['ada', getEvent(id)]));
  change('later');
  await vi.advanceTimersByTimeAsync(2000);
  expect(received().at(-1)).toEqual(['ada', getEvent('later')]);
});

it('continues with the next thread after an error', async () => {
  const { change, received, onError } = start(['ada']);
  change('failing', 'public');
  await vi.advanceTimersByTimeAsync(2000);
  expect(onError).toHaveBeenCalledOnce();
  expect(received()).toEqual([['ada', getEvent('public')]]);
});

it('sends nothing after it has been stopped', async () => {
  const { events, change, sent } = start(several('user', 300));
  change('public');
  await vi.advanceTimersByTimeAsync(1000);
  events.stop();
  const before = sent.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(before).toBe(100);
  expect(sent).toHaveLength(before);
});
