import { streamHeartbeatMs, streamSilenceMaxMs } from '@skein/contracts/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeStreams } from '../testing/live.ts';
import { openConnection } from './connection.ts';
import type { FailureCause } from './retry.ts';
import type { LiveState } from './stream-emitter.ts';

const connected = { userId: 'me', serverTime: '2026-11-21T08:00:00.000Z' };

function connect(findCause: () => Promise<FailureCause> = async () => 'unknown') {
  const streams = fakeStreams();
  const states: LiveState[] = [];
  const seen: string[] = [];
  let lastEventId: string | null = null;
  const connection = openConnection({
    userId: 'me',
    openStream: streams.openStream,
    findCause,
    lastEventId: () => lastEventId,
    onEvent: (envelope) => {
      lastEventId = envelope.id ?? lastEventId;
      seen.push(envelope.name);
    },
    onState: (state) => states.push(state),
  });
  const open = () => streams.last().send('connected', connected);
  return { ...streams, open, states, seen, ...connection };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a stream that breaks', () => {
  it('reopens after five seconds from the last event', async () => {
    const { open, opened, last, states, seen } = connect();
    open();
    last().send('typing', { conversationId: 'chat', userId: 'ada' });
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

  it('retries with growing delays, which a successful connection resets', async () => {
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

  it('checks the cause after the second failure, and reopens immediately if the check repairs it', async () => {
    const findCause = vi.fn<() => Promise<FailureCause>>(async () => 'repaired');
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

  it('checks the cause immediately if it has never been open', async () => {
    const { opened, last } = connect(async () => 'repaired');
    last().break();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveLength(2);
  });

  it('stays closed after the session has ended', async () => {
    const { opened, last } = connect(async () => 'signed-out');
    last().break();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened).toHaveLength(1);
  });

  it('ignores the result of a check that finishes late', async () => {
    const { promise, resolve } = Promise.withResolvers<FailureCause>();
    const { opened, open, last, end } = connect(() => promise);
    last().break();
    await vi.advanceTimersByTimeAsync(5000);
    open();
    resolve('repaired');
    await vi.advanceTimersByTimeAsync(0);
    expect(opened).toHaveLength(2);
    end();
  });
});

it('forwards no events of a stream that belongs to another user', async () => {
  const { last, opened, seen, states } = connect(async () => 'repaired');
  last().send('connected', { ...connected, userId: 'another user' });
  expect(opened[0]?.isClosed).toBe(true);
  expect(seen).toEqual([]);
  expect(states).not.toContain('open');
  await vi.advanceTimersByTimeAsync(0);
  expect(opened).toHaveLength(2);
});

describe('a network change', () => {
  it('closes the stream when the network is lost, and reopens it immediately when it returns', async () => {
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

  it('reopens the stream when the network is replaced', () => {
    const { open, opened, end } = connect();
    open();
    window.dispatchEvent(new Event('online'));
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    end();
  });
});

describe('a stream without heartbeats', () => {
  it('reopens after two and a half heartbeat intervals from the last event', async () => {
    const { open, opened, last, states, seen, end } = connect();
    open();
    last().send('reset', {}, 'message-7');
    for (let beat = 0; beat < 20; beat += 1) {
      await vi.advanceTimersByTimeAsync(streamHeartbeatMs);
      last().send('heartbeat', {});
    }
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(streamSilenceMaxMs - 1);
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened.map(({ lastEventId }) => lastEventId)).toEqual([null, 'message-7']);
    expect(opened[0]?.isClosed).toBe(true);
    expect(states).toEqual(['connecting', 'open', 'connecting']);
    // Heartbeats are not forwarded.
    expect(seen).not.toContain('heartbeat');
    end();
  });

  it('reopens soon after the device wakes up, although timers were suspended', async () => {
    const { open, opened, end } = connect();
    open();
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened).toHaveLength(2);
    end();
  });

  it('reopens immediately if the user returns and a heartbeat is late', async () => {
    const { open, opened, wake, end } = connect();
    open();
    await vi.advanceTimersByTimeAsync(streamHeartbeatMs);
    wake('return');
    expect(opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(streamHeartbeatMs);
    wake('use');
    expect(opened).toHaveLength(1);
    wake('return');
    expect(opened).toHaveLength(2);
    end();
  });

  it('reopens if it has never received an event', async () => {
    const { opened, end } = connect();
    await vi.advanceTimersByTimeAsync(streamSilenceMaxMs + 10_000);
    expect(opened).toHaveLength(2);
    end();
  });
});

describe('a superseded stream', () => {
  it.each(['return', 'use'] as const)('stays closed until user activity: %s', async (activity) => {
    const { open, opened, last, states, seen, wake, end } = connect();
    open();
    last().send('superseded', {});
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(opened).toHaveLength(1);
    expect(opened[0]?.isClosed).toBe(true);
    expect(states.at(-1)).toBe('closed');
    expect(seen).toEqual(['connected']);
    wake(activity);
    open();
    expect(opened).toHaveLength(2);
    expect(states.at(-1)).toBe('open');
    end();
  });
});

it('reopens a closed stream immediately when the user returns', async () => {
  const { open, opened, last, wake, end } = connect();
  open();
  last().break();
  wake('use');
  expect(opened).toHaveLength(1);
  wake('return');
  expect(opened).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(opened).toHaveLength(2);
  end();
});

it('never reopens after the connection has ended', async () => {
  const { open, last, opened, end } = connect();
  open();
  last().break();
  end();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(opened).toHaveLength(1);
});
