import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Signal } from '../../../platform/events/bus.ts';
import type { EventChannel } from '../../../platform/events/event-stream.ts';
import type { ConnectedUser } from './connection-registry.ts';
import { aliveIntervalMs, createSharedStreamLimit } from './shared-stream-limit.ts';

const newerStreamIds = ['2', '3', '4', '5', '6'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A user with one stream on this server, older than all others. */
function connect() {
  const sent: string[] = [];
  const channel: EventChannel = {
    isOpen: true,
    needsDrain: false,
    start: () => undefined,
    send: (event) => void sent.push(String(event)),
    end: () => void sent.push('end'),
    abort: () => undefined,
    onceDrained: () => undefined,
    onceClosed: () => undefined,
  };
  const stream = {
    id: '1',
    userId: 'ada',
    sessionId: 's',
    address: undefined,
    channel,
    cursor: 0,
  };
  const user: ConnectedUser = { userId: 'ada', streams: [stream], feedKey: '' };
  const published: Signal[] = [];
  const limit = createSharedStreamLimit(
    { publish: (signal) => void published.push(signal) },
    (name) => Buffer.from(name),
  );
  const receiveStreams = (streamIds: readonly string[]) =>
    limit.handleStreams(user, { kind: 'streams', userId: 'ada', server: 'other', streamIds });
  return { limit, user, sent, published, receiveStreams };
}

it('closes the oldest stream with an event when the user has too many on all servers', () => {
  const { sent, receiveStreams } = connect();
  receiveStreams(newerStreamIds.slice(1));
  expect(sent).toEqual([]);
  receiveStreams(newerStreamIds);
  expect(sent).toEqual(['superseded', 'end']);
});

it('counts the streams of another server only while it is alive', () => {
  const { limit, user, sent, receiveStreams } = connect();
  receiveStreams(newerStreamIds.slice(1));
  for (let turn = 0; turn < 5; turn += 1) {
    vi.advanceTimersByTime(aliveIntervalMs);
    limit.handleAlive('other');
  }
  vi.advanceTimersByTime(2.5 * aliveIntervalMs);
  const [stream] = user.streams;
  // The clients of the stopped server reconnect here.
  if (stream) user.streams = [stream, { ...stream, id: '7' }];
  limit.publishStreams(user);
  expect(sent).toEqual([]);
});

it('ignores streams published before a gap, because they may have ended since', () => {
  const { limit, user, sent, receiveStreams } = connect();
  receiveStreams(newerStreamIds.slice(1));
  limit.reset();
  limit.handleAlive('other');
  const [stream] = user.streams;
  if (stream) user.streams = [stream, { ...stream, id: '7' }];
  limit.publishStreams(user);
  expect(sent).toEqual([]);
});

it('does not count its own streams twice', () => {
  const { limit, user, sent, published } = connect();
  limit.publishStreams(user);
  limit.publishAlive();
  const [streams, alive] = published;
  if (streams?.kind !== 'streams' || alive?.kind !== 'alive')
    throw new Error('Nothing was published.');
  expect(alive.server).toBe(streams.server);
  limit.handleStreams(user, { ...streams, streamIds: newerStreamIds });
  limit.handleAlive(alive.server);
  expect(sent).toEqual([]);
});
