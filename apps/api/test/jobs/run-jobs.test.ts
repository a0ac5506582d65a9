import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import type { Job, JobRun } from '../../src/server/jobs/job.ts';
import { runOnSingleServer } from '../../src/server/jobs/single-server-jobs.ts';
import { runJobs } from '../../src/server/jobs/run-jobs.ts';
import type { RunningJobs } from '../../src/server/jobs/run-jobs.ts';
import { createLogger } from '../../src/platform/logger.ts';

let running: RunningJobs | undefined;
afterEach(() => running?.stop());

function start(run: Job['run'], everyMs = 20) {
  const lines: string[] = [];
  const runs: JobRun[] = [];
  const logger = createLogger({
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  running = runJobs([{ name: 'try', everyMs, on: 'every-server', run }], {
    logger,
    onRun: (ended) => void runs.push(ended),
  });
  const told = (level: number) =>
    lines
      .map((line) => JSON.parse(line) as { level: number; job: string })
      .filter((line) => line.level === level);
  return { runs, told };
}

test('a job runs at once and again, never twice at a time', async () => {
  let atOnce = 0;
  let atOnceMax = 0;
  const { runs } = start(async () => {
    atOnce += 1;
    atOnceMax = Math.max(atOnceMax, atOnce);
    await sleep(50);
    atOnce -= 1;
  });
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2));
  expect(atOnceMax).toBe(1);
  expect(runs[0]).toMatchObject({ name: 'try', failed: false });
});

test('what fails is told by name, and tried again', async () => {
  const { runs, told } = start(() => Promise.reject(new Error('broken')));
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(2));
  expect(runs[0]).toMatchObject({ failed: true });
  expect(told(50).length).toBeGreaterThan(2);
  expect(told(50)[0]).toMatchObject({ job: 'try', msg: 'job failed' });
});

test('an outage is told once, and again after it had gone well', async () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  let isAway = true;
  const { runs, told } = start(() => (isAway ? Promise.reject(away) : Promise.resolve()));
  await vi.waitFor(() => expect(runs.length).toBeGreaterThan(3));
  expect(told(40)).toHaveLength(1);
  isAway = false;
  await vi.waitFor(() => expect(runs.at(-1)?.failed).toBe(false));
  isAway = true;
  await vi.waitFor(() => expect(told(40)).toHaveLength(2));
});

test('a stop waits for what is under way', async () => {
  let isDone = false;
  const { runs } = start(async () => {
    await sleep(100);
    isDone = true;
  });
  await running?.stop();
  expect(isDone).toBe(true);
  await sleep(60);
  expect(runs).toHaveLength(1);
});

test('only the server that holds the lock runs them', async () => {
  let on: { onAcquired: () => void; onLost: () => void } | undefined;
  const [startJobs, stopJobs, stopLock] = [
    vi.fn<() => void>(),
    vi.fn<() => void>(),
    vi.fn<() => void>(),
  ];
  const one = runOnSingleServer(
    (callbacks) => {
      on = callbacks;
      return { stop: async () => stopLock() };
    },
    () => {
      startJobs();
      return { stop: async () => stopJobs() };
    },
  );
  expect(startJobs).not.toHaveBeenCalled();
  on?.onAcquired();
  on?.onLost();
  on?.onAcquired();
  expect(startJobs).toHaveBeenCalledTimes(2);
  expect(stopJobs).toHaveBeenCalledTimes(1);
  await one.stop();
  expect(stopJobs).toHaveBeenCalledTimes(2);
  expect(stopLock).toHaveBeenCalledTimes(1);
});
