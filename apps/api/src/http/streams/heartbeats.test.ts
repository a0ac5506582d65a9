import { streamHeartbeatMs } from '@skein/contracts/limits';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHeartbeats } from './heartbeats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('beats for each of many connections once per interval, for a few at a time', () => {
  const beats: number[] = [];
  const heartbeats = createHeartbeats<number>((connection) => void beats.push(connection));
  const connections = Array.from({ length: 1000 }, (_, index) => index);
  connections.forEach(heartbeats.add);
  let mostAtOnce = 0;
  let before = 0;
  for (let elapsedMs = 0; elapsedMs < streamHeartbeatMs; elapsedMs += 100) {
    vi.advanceTimersByTime(100);
    mostAtOnce = Math.max(mostAtOnce, beats.length - before);
    before = beats.length;
  }
  expect(beats.toSorted((a, b) => a - b)).toEqual(connections);
  expect(mostAtOnce).toBe(4);
});

it('runs no timer without connections', () => {
  const beat = vi.fn<(connection: string) => void>();
  const heartbeats = createHeartbeats(beat);
  heartbeats.add('a');
  heartbeats.remove('a');
  expect(vi.getTimerCount()).toBe(0);
  heartbeats.add('b');
  vi.advanceTimersByTime(streamHeartbeatMs);
  expect(beat.mock.calls).toEqual([['b']]);
});
