import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnavailableError } from '../platform/errors.ts';
import { createLane } from './lanes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: vi.fn<() => Promise<string>>(() => promise), finish: () => resolve('done') };
}

const lane = () => createLane({ slots: 1, waitingMax: 2, waitMaxMs: 100 });

it('does one after the other, in the order in which they came', async () => {
  const { run } = lane();
  const [first, second, third] = [work(), work(), work()];
  const answers = [run(first.run), run(second.run), run(third.run)];
  expect([first, second, third].map((one) => one.run.mock.calls.length)).toEqual([1, 0, 0]);
  first.finish();
  await answers[0];
  await vi.waitFor(() => expect(second.run).toHaveBeenCalled());
  expect(third.run).not.toHaveBeenCalled();
  second.finish();
  third.finish();
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done']);
});

it('refuses at once what is too much', async () => {
  const { run } = lane();
  const first = work();
  const answers = [run(first.run), run(first.run), run(first.run)];
  const last = work();
  await expect(run(last.run)).rejects.toThrow(UnavailableError);
  expect(last.run).not.toHaveBeenCalled();
  first.finish();
  await Promise.all(answers);
});

it('lets nothing wait for too long, and gives its place to others', async () => {
  const { run } = lane();
  const first = work();
  const answer = run(first.run);
  const late = work();
  const refused = run(late.run).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(100);
  expect(await refused).toBeInstanceOf(UnavailableError);
  const next = work();
  const nextAnswer = run(next.run);
  first.finish();
  next.finish();
  expect(await Promise.all([answer, nextAnswer])).toEqual(['done', 'done']);
  expect(late.run).not.toHaveBeenCalled();
});

it('goes on after work that failed', async () => {
  const { run } = lane();
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run(() => Promise.resolve(1))).toBe(1);
});
