import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Signal } from '../../platform/events/bus.ts';
import type { EventChannel } from '../../http/streams/sse.ts';
import type { Listener } from './audience.ts';
import { aliveIntervalMs, createSharedLimit } from './share-limit.ts';

const newer = ['2', '3', '4', '5', '6'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Somebody with one stream at this server, which is older than any other. */
function listenHere() {
  const sent: string[] = [];
  const channel: EventChannel = {
    isOpen: true,
    needsDrain: false,
    start: () => undefined,
    send: (event) => void sent.push(String(event)),
    end: () => void sent.push('end'),
    cut: () => undefined,
    onceDrained: () => undefined,
    onceClosed: () => undefined,
  };
  const stream = {
    id: '1',
    userId: 'ada',
    sessionId: 's',
    channel,
    cursor: 0,
    heldUpSince: null,
  };
  const listener: Listener = { userId: 'ada', streams: new Set([stream]), feedKey: '' };
  const published: Signal[] = [];
  const limit = createSharedLimit({ publish: (signal) => void published.push(signal) }, (name) =>
    Buffer.from(name),
  );
  const hear = (streamIds: readonly string[]) =>
    limit.hear(listener, { kind: 'streams', userId: 'ada', server: 'other', streamIds });
  return { limit, listener, sent, published, hear };
}

it('tells the oldest stream why it ends', () => {
  const { sent, hear } = listenHere();
  hear(newer.slice(1));
  expect(sent).toEqual([]);
  hear(newer);
  expect(sent).toEqual(['superseded', 'end']);
});

it('counts what a server has told while that says that it is there, and no longer', () => {
  const { limit, listener, sent, hear } = listenHere();
  hear(newer.slice(1));
  for (let turn = 0; turn < 5; turn += 1) {
    vi.advanceTimersByTime(aliveIntervalMs);
    limit.hearAlive('other');
  }
  vi.advanceTimersByTime(2.5 * aliveIntervalMs);
  const [stream] = listener.streams;
  // Those that went down with their server come back here.
  if (stream) listener.streams.add({ ...stream, id: '7' });
  limit.tell(listener);
  expect(sent).toEqual([]);
});

it('counts nothing told before a gap: what ended in it was told to nobody', () => {
  const { limit, listener, sent, hear } = listenHere();
  hear(newer.slice(1));
  limit.forget();
  limit.hearAlive('other');
  const [stream] = listener.streams;
  if (stream) listener.streams.add({ ...stream, id: '7' });
  limit.tell(listener);
  expect(sent).toEqual([]);
});

it('does not count its own streams twice', () => {
  const { limit, listener, sent, published } = listenHere();
  limit.tell(listener);
  limit.sayAlive();
  const [told, alive] = published;
  if (told?.kind !== 'streams' || alive?.kind !== 'alive') throw new Error('It told nothing.');
  expect(alive.server).toBe(told.server);
  limit.hear(listener, { ...told, streamIds: newer });
  limit.hearAlive(alive.server);
  expect(sent).toEqual([]);
});
