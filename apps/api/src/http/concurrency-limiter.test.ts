import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UnavailableError } from '../platform/errors.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A task that ends when `finish` is called. */
function createTask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: vi.fn<() => Promise<string>>(() => promise), finish: () => resolve('done') };
}

const createLimiter = () =>
  createConcurrencyLimiter({ concurrency: 1, queueMax: 2, queueTimeoutMs: 100 });

describe('a concurrency limiter', () => {
  it('runs queued tasks one after the other in order of arrival', async () => {
    const { run } = createLimiter();
    const tasks = [createTask(), createTask(), createTask()] as const;
    const [first, second, third] = tasks;
    const results = tasks.map((task) => run(task.run));
    expect(tasks.map((task) => task.run.mock.calls.length)).toEqual([1, 0, 0]);
    first.finish();
    await results[0];
    await vi.waitFor(() => expect(second.run).toHaveBeenCalled());
    expect(third.run).not.toHaveBeenCalled();
    second.finish();
    third.finish();
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
  });

  it('rejects a task immediately when the queue is full', async () => {
    const { run } = createLimiter();
    const running = createTask();
    const results = [run(running.run), run(running.run), run(running.run)];
    const last = createTask();
    await expect(run(last.run)).rejects.toThrow(UnavailableError);
    expect(last.run).not.toHaveBeenCalled();
    running.finish();
    await Promise.all(results);
  });

  it('rejects a task that waited too long and frees its place in the queue', async () => {
    const { run } = createLimiter();
    const running = createTask();
    const runningResult = run(running.run);
    const late = createTask();
    const lateError = run(late.run).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    expect(await lateError).toBeInstanceOf(UnavailableError);
    const next = createTask();
    const nextResult = run(next.run);
    running.finish();
    next.finish();
    expect(await Promise.all([runningResult, nextResult])).toEqual(['done', 'done']);
    expect(late.run).not.toHaveBeenCalled();
  });

  it('does not apply the queue timeout to a task that has started', async () => {
    const { run } = createLimiter();
    const [running, queued] = [createTask(), createTask()];
    const results = [run(running.run), run(queued.run)];
    running.finish();
    await vi.waitFor(() => expect(queued.run).toHaveBeenCalled());
    await vi.advanceTimersByTimeAsync(1000);
    queued.finish();
    expect(await Promise.all(results)).toEqual(['done', 'done']);
  });

  it('runs the next task after one that failed', async () => {
    const { run } = createLimiter();
    await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run(() => Promise.resolve(1))).toBe(1);
  });
});
