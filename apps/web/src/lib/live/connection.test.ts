import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStreams } from '../../testing/live.ts';
import { keepConnected } from './connection.ts';
import type { Cause } from './connection.ts';
import type { LiveState } from './hub.ts';

const connected = { userId: 'me', serverTime: '2026-11-21T08:00:00.000Z' };

function connect(findCause: () => Promise<Cause> = async () => 'unknown') {
  const streams = fakeStreams();
  const states: LiveState[] = [];
  const seen: string[] = [];
  let lastEventId: string | null = null;
  const stop = keepConnected({
    userId: 'me',
    openStream: streams.openStream,
    findCause,
    lastEventId: () => lastEventId,
    onNews: (news) => {
      lastEventId = news.id ?? lastEventId;
      seen.push(news.name);
    },
    onState: (state) => states.push(state),
  });
  const open = () => streams.last().send('connected', connected);
  return { ...streams, open, states, seen, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a stream that breaks', () => {
  it('is opened again after five seconds, where it was cut', async () => {
    const { open, opened, last, states, seen } = connect();
    open();
    last().send('typing', { userId: 'ada' });
    last().send('reset', {}, 'message-7');
    last().break();
    await vi.advanceTimersByTimeAsync(4999);
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened.map(({ lastEventId }) => lastEventId)).toEqual([null, 'message-7']);
    open();
    expect(states).toEqual(['connecting', 'open', 'closed', 'connecting', 'open']);
    expect(seen).toEqual(['connected', 'typing', 'reset', 'connected']);
  });

  it('is tried later and later, and soon again once it was open', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { open, opened, last } = connect();
    open();
    const waits: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const count = opened.length;
      last().break();
      const from = Date.now();
      while (opened.length === count) await vi.advanceTimersByTimeAsync(1000);
      waits.push((Date.now() - from) / 1000);
    }
    expect(waits).toEqual([5, 5, 10, 20, 40, 60, 60, 60]);
    open();
    last().break();
    await vi.advanceTimersByTimeAsync(5000);
    expect(opened).toHaveLength(10);
  });

  it('is asked about after the second failure, and opened at once when that repairs it', async () => {
    const findCause = vi.fn<() => Promise<Cause>>(async () => 'repaired');
    const { open, opened, last } = connect(findCause);
    open();
    last().break();
    await vi.advanceTimersByTimeAsync(5000);
    expect(findCause).not.toHaveBeenCalled();
    last().break();
    await vi.advanceTimersByTimeAsync(0);
    expect(findCause).toHaveBeenCalledOnce();
    expect(opened).toHaveLength(3);
  });

  it('is asked about at once when it has never been open', async () => {
    const { opened, last } = connect(async () => 'repaired');
    last().break();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveLength(2);
  });

  it('stays closed when the session has ended', async () => {
    const { opened, last } = connect(async () => 'signed-out');
    last().break();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened).toHaveLength(1);
  });

  it('is not opened by an answer that comes too late', async () => {
    const { promise, resolve } = Promise.withResolvers<Cause>();
    const { opened, open, last, stop } = connect(() => promise);
    last().break();
    await vi.advanceTimersByTimeAsync(5000);
    open();
    resolve('repaired');
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveLength(2);
    stop();
  });
});

it("never gives out what is another person's", async () => {
  const { last, opened, seen, states } = connect(async () => 'repaired');
  last().send('connected', { ...connected, userId: 'somebody else' });
  expect(opened[0]?.isClosed).toBe(true);
  expect(seen).toEqual([]);
  expect(states).not.toContain('open');
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toHaveLength(2);
});

describe('the network', () => {
  it('gone closes the stream, back opens it at once', async () => {
    const { open, opened, states } = connect();
    open();
    window.dispatchEvent(new Event('offline'));
    expect(opened[0]?.isClosed).toBe(true);
    expect(states.at(-1)).toBe('closed');
    window.dispatchEvent(new Event('online'));
    expect(opened).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened).toHaveLength(2);
  });
});

it('ends for good', async () => {
  const { open, last, opened, stop } = connect();
  open();
  last().break();
  stop();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(opened).toHaveLength(1);
});
