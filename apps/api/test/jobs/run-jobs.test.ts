import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Job, JobRun } from '../../src/server/jobs/job.ts';
import { runOnSingleServer } from '../../src/server/jobs/single-server-jobs.ts';
import { createJobLimits, runJobs } from '../../src/server/jobs/run-jobs.ts';
import type { RunningJobs } from '../../src/server/jobs/run-jobs.ts';
import { createLogger } from '../../src/platform/logger.ts';

let running: RunningJobs | undefined;
afterEach(() => running?.stop());

function start(run: Job['run'], intervalMs = 20) {
  const lines: string[] = [];
  const runs: JobRun[] = [];
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  running = runJobs(
    [{ name: 'test-job', intervalMs, on: 'every-server', pace: 'maintenance', run }],
    {
      logger,
      limits: createJobLimits(),
      onRun: (ended) => void runs.push(ended),
    },
  );
  const listLines = (level: number) =>
    lines
      .map((line) => JSON.parse(line) as { level: number; job: string })
      .filter((line) => line.level === level);
  return { runs, listLines };
}

test('runs a job immediately and repeatedly without overlap', async () => {
  let concurrent = 0;
  let concurrentMax = 0;
  const { runs } = start(async () => {
    concurrent += 1;
    concurrentMax = Math.max(concurrentMax, concurrent);
    await sleep(50);
    concurrent -= 1;
  });
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2));
  expect(concurrentMax).toBe(1);
  expect(runs[0]).toMatchObject({ name: 'test-job', failed: false });
});

test('ends a long run by its signal when the server stops', async () => {
  const begun = Promise.withResolvers<void>();
  const { runs } = start((stopping) => {
    begun.resolve();
    return once(stopping, 'abort');
  });
  await begun.promise;
  await running?.stop();
  expect(runs).toMatchObject([{ failed: false }]);
});

test('logs a failed job by name and runs it again', async () => {
  const { runs, listLines } = start(() => Promise.reject(new Error('broken')));
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2));
  expect(runs[0]).toMatchObject({ failed: true });
  expect(listLines(50).length).toBeGreaterThan(2);
  expect(listLines(50)[0]).toMatchObject({ job: 'test-job', msg: 'job failed' });
});

test('logs an outage once until a run has succeeded', async () => {
  const outage = Object.assign(new Error('outage'), { code: 'ECONNREFUSED' });
  let isOutage = true;
  const { runs, listLines } = start(() => (isOutage ? Promise.reject(outage) : Promise.resolve()));
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(3));
  expect(listLines(40)).toHaveLength(1);
  isOutage = false;
  await vi.waitFor(() => expect(runs.at(-1)?.failed).toBe(false));
  isOutage = true;
  await vi.waitFor(() => expect(listLines(40)).toHaveLength(2));
});

test('runs at most two of many maintenance jobs at a time, and prompt jobs beside them', async () => {
  const ends: (() => void)[] = [];
  let concurrent = 0;
  const maintain = vi.fn<() => Promise<void>>(async () => {
    concurrent += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    concurrent -= 1;
  });
  const promptRun = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const shared = { intervalMs: 20, on: 'every-server' } as const;
  const jobs: Job[] = [{ ...shared, name: 'prompt', pace: 'prompt', run: promptRun }];
  for (let index = 0; index < 40; index += 1) {
    jobs.push({ ...shared, name: `maintenance-${index}`, pace: 'maintenance', run: maintain });
  }
  running = runJobs(jobs, {
    logger: createLogger({ level: 'silent' }),
    limits: createJobLimits(),
    onRun: () => undefined,
  });
  await vi.waitFor(() => expect(promptRun.mock.calls.length).toBeGreaterThan(2));
  expect(maintain).toHaveBeenCalledTimes(2);
  while (maintain.mock.calls.length < 40) {
    expect(concurrent).toBeLessThanOrEqual(2);
    for (const end of ends.splice(0)) end();
    await sleep(0);
  }
  const stopped = running.stop();
  running = undefined;
  for (const end of ends.splice(0)) end();
  await stopped;
  const runs = maintain.mock.calls.length;
  await sleep(60);
  expect(maintain).toHaveBeenCalledTimes(runs);
});

test('waits for running jobs when it stops', async () => {
  let isStarted = false;
  let isDone = false;
  const { runs } = start(async () => {
    isStarted = true;
    await sleep(100);
    isDone = true;
  });
  await vi.waitFor(() => expect(isStarted).toBe(true));
  await running?.stop();
  expect(isDone).toBe(true);
  await sleep(60);
  expect(runs).toHaveLength(1);
});

test('runs single-server jobs only while it holds the lock', async () => {
  let callbacks: { onAcquired: () => void; onLost: () => void } | undefined;
  const [startJobs, stopJobs, stopLock] = [
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
  ];
  const jobs = runOnSingleServer(
    (received) => {
      callbacks = received;
      return { stop: async () => stopLock() };
    },
    () => {
      startJobs();
      return { stop: async () => stopJobs() };
    },
  );
  expect(startJobs).not.toHaveBeenCalled();
  callbacks?.onAcquired();
  callbacks?.onLost();
  callbacks?.onAcquired();
  expect(startJobs).toHaveBeenCalledTimes(2);
  expect(stopJobs).toHaveBeenCalledTimes(1);
  await jobs.stop();
  expect(stopJobs).toHaveBeenCalledTimes(2);
  expect(stopLock).toHaveBeenCalledTimes(1);
});
