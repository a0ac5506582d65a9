import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTrendsRefresher } from './trends-refresher.ts';

let computations: number;
let takesMs: number;
let hasComputed: boolean;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  computations = 0;
  takesMs = 10;
  hasComputed = true;
});

afterEach(() => {
  vi.useRealTimers();
});

const start = () =>
  createTrendsRefresher(async () => {
    computations += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, takesMs);
    });
    return hasComputed;
  });

async function finish(work: Promise<void>): Promise<void> {
  await vi.advanceTimersByTimeAsync(takesMs);
  await work;
}

it('computes before a read, and again after twenty times the duration', async () => {
  const { refresh, refreshBeforeRead } = start();
  await finish(refresh());
  await refreshBeforeRead();
  expect(computations).toBe(1);
  vi.advanceTimersByTime(200);
  await finish(refreshBeforeRead());
  expect(computations).toBe(2);
});

it('computes once for simultaneous reads, which wait for it', async () => {
  const { refresh, refreshBeforeRead } = start();
  await finish(refresh());
  vi.advanceTimersByTime(200);
  let finished = 0;
  const reads = [1, 2, 3].map(() => refreshBeforeRead().then(() => (finished += 1)));
  await vi.advanceTimersByTimeAsync(takesMs - 1);
  expect(finished).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(reads);
  expect(computations).toBe(2);
});

it('lets no read wait for a computation that takes long', async () => {
  takesMs = 600;
  const { refresh, refreshBeforeRead } = start();
  await finish(refresh());
  vi.advanceTimersByTime(11_999);
  await refreshBeforeRead();
  expect(computations).toBe(1);
  vi.advanceTimersByTime(1);
  await refreshBeforeRead();
  expect(computations).toBe(2);
});

it('lets a read wait only briefly for a computation that takes longer than the last one', async () => {
  const { refresh, refreshBeforeRead } = start();
  await finish(refresh());
  takesMs = 5000;
  vi.advanceTimersByTime(200);
  const read = refreshBeforeRead();
  await vi.advanceTimersByTimeAsync(100);
  await read;
  expect(computations).toBe(2);
});

it('does not take the time of a computation that another server does', async () => {
  takesMs = 600;
  const { refresh, refreshBeforeRead } = start();
  await finish(refresh());
  takesMs = 1;
  hasComputed = false;
  await finish(refresh());
  vi.advanceTimersByTime(11_000);
  await refreshBeforeRead();
  expect(computations).toBe(2);
});

it('leaves a failure to the background job', async () => {
  const { refresh, refreshBeforeRead } = createTrendsRefresher(() =>
    Promise.reject(new Error('No')),
  );
  await refreshBeforeRead();
  await expect(refresh()).rejects.toThrow('No');
});
