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

  it('exchanged for another one opens the stream anew', () => {
    const { open, opened, end } = connect();
    open();
    window.dispatchEvent(new Event('online'));
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    end();
  });
});

describe('a stream that falls silent', () => {
  it('is opened again after two and a half heartbeats, where it was', async () => {
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
    // That it lives is nobody else's envelope.
    expect(seen).not.toContain('heartbeat');
    end();
  });

  it('is opened again soon after a sleep, though no timer has counted that', async () => {
    const { open, opened, end } = connect();
    open();
    vi.setSystemTime(Date.now() + 3_600_000);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened).toHaveLength(2);
    end();
  });

  it('is opened again at once when somebody comes back and a heartbeat is late', async () => {
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

  it('is tried again where it never said anything', async () => {
    const { opened, end } = connect();
    await vi.advanceTimersByTimeAsync(streamSilenceMaxMs + 10_000);
    expect(opened).toHaveLength(2);
    end();
  });
});

describe('a stream closed for newer ones', () => {
  it.each(['return', 'use'] as const)(
    'stays closed until a activity of somebody: %s',
    async (activity) => {
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
    },
  );
});

it('that waits to be opened again is so at once for who comes back', async () => {
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

it('ends for good', async () => {
  const { open, last, opened, end } = connect();
  open();
  last().break();
  end();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(opened).toHaveLength(1);
});
