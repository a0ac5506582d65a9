import { expect, test } from 'vitest';
import { createResponseTimeCounter, getQuantile } from './response-times.ts';

const request = (seconds: number | null, status = '200') => ({
  method: 'GET',
  route: '/api/threads',
  status,
  seconds,
  uploadedBytes: 0,
});

test('counts finished requests by duration, without streams and aborted ones', () => {
  const counter = createResponseTimeCounter();
  for (const seconds of [0.0005, 0.015, 0.016, 90]) counter.record(request(seconds));
  counter.record(request(null));
  counter.record(request(0.3, 'aborted'));
  const times = counter.take();
  expect(times).toEqual([
    { boundMs: 1, requests: 1 },
    { boundMs: 20, requests: 2 },
    { boundMs: 60_000, requests: 1 },
  ]);
  expect(counter.take()).toEqual([]);
  counter.putBack(times);
  counter.record(request(0.02));
  expect(counter.take()).toContainEqual({ boundMs: 20, requests: 3 });
});

test('estimates quantiles within a bucket', () => {
  const times = [
    { boundMs: 50, requests: 10 },
    { boundMs: 20, requests: 90 },
  ];
  expect(getQuantile(times, 0.5)).toBe(15.6);
  expect(getQuantile(times, 0.95)).toBe(35);
  expect(getQuantile([], 0.95)).toBeNull();
});
