import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RateLimitedError, UnavailableError } from './errors.ts';
import { createFairQueue } from './fair-queue.ts';
import type { FairQueue, QueuedJob } from './fair-queue.ts';

/** Names of jobs in start order; each ends when the test ends it. */
let begun: string[];
let ends: Map<string, () => void>;
/** Errors of rejected jobs by name. */
let errors: Map<string, unknown>;

beforeEach(() => {
  vi.useFakeTimers();
  begun = [];
  ends = new Map();
  errors = new Map();
});
afterEach(() => vi.useRealTimers());

/** Adds a job whose owner is the first letter of its name. */
function add(queue: FairQueue, name: string, job: Omit<QueuedJob, 'owner'> = {}): void {
  const [owner = ''] = name;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  ends.set(name, () => resolve(undefined));
  const work = () => {
    begun.push(name);
    return promise;
  };
  queue.run({ owner, ...job }, work).catch((error: unknown) => errors.set(name, error));
}

async function addAll(queue: FairQueue, names: readonly string[], job?: Omit<QueuedJob, 'owner'>) {
  for (const name of names) add(queue, name, job);
  await settle();
}

async function end(...names: string[]): Promise<void> {
  for (const name of names) {
    ends.get(name)?.();
    await settle();
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the order of a fair queue', () => {
  it('lets a new owner wait for one job of another owner only', async () => {
    const queue = createFairQueue({ slots: 1 });
    await addAll(queue, ['a1', 'a2', 'a3'], { cost: 5 });
    await addAll(queue, ['b1'], { cost: 5 });
    await end('a1');
    expect(begun).toEqual(['a1', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('gives owners turns and keeps the order of each owner', async () => {
    const queue = createFairQueue({ slots: 1 });
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    await addAll(queue, names);
    for (let job = 0; job < names.length; job += 1) await end(begun.at(-1) ?? '');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('shares slots between owners by cost', async () => {
    const queue = createFairQueue({ slots: 1 });
    await addAll(queue, ['a1', 'a2'], { cost: 30 });
    await addAll(queue, ['b1', 'b2', 'b3', 'b4'], { cost: 10 });
    await end('a1', 'b1', 'b2', 'b3');
    expect(begun).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']);
  });

  it('gives a returning owner no credit for the time without jobs', async () => {
    const queue = createFairQueue({ slots: 1 });
    await addAll(queue, ['a1', 'a2', 'a3'], { cost: 10 });
    await end('a1', 'a2');
    await addAll(queue, ['b1', 'b2', 'b3', 'b4', 'a4'], { cost: 10 });
    await end('a3', 'b1', 'b2');
    expect(begun.slice(3)).toEqual(['b1', 'b2', 'a4']);
  });

  it('never lets a short job wait for large ones', async () => {
    const queue = createFairQueue({ slots: 2, largeSlots: 1 });
    await addAll(queue, ['a1', 'b1', 'c1'], { cost: 100, isLarge: true });
    await addAll(queue, ['d1']);
    expect(begun).toEqual(['a1', 'd1']);
    await end('d1');
    expect(begun).toEqual(['a1', 'd1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'd1', 'b1']);
  });

  it('keeps slots free of the jobs of one owner', async () => {
    const queue = createFairQueue({ slots: 3, ownerSlots: 2 });
    await addAll(queue, ['a1', 'a2', 'a3']);
    expect(begun).toEqual(['a1', 'a2']);
    await addAll(queue, ['b1']);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('runs the jobs of an owner with a long backlog one at a time until all have ended', async () => {
    const queue = createFairQueue({ slots: 3, ownerSlots: 2, ownerBurst: 2 });
    await addAll(queue, ['a1', 'a2', 'a3', 'a4', 'a5']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2']);
    await end('a2', 'a3');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
    await end('a4', 'a5');
    await addAll(queue, ['a6', 'a7']);
    expect(begun.slice(4)).toEqual(['a5', 'a6', 'a7']);
  });

  it('runs serial jobs of an owner one after another while others pass them', async () => {
    const queue = createFairQueue({ slots: 4 });
    await addAll(queue, ['a1', 'a2', 'b1'], { isSerial: true });
    await addAll(queue, ['a3']);
    expect(begun).toEqual(['a1', 'b1', 'a3']);
    await end('a3');
    expect(begun).toEqual(['a1', 'b1', 'a3']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'a3', 'a2']);
  });

  it('starts the next job after one that failed, and returns results', async () => {
    const queue = createFairQueue({ slots: 1 });
    await expect(queue.run({ owner: 'a' }, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(await queue.run({ owner: 'a' }, () => Promise.resolve(1))).toBe(1);
  });
});

describe('the limits of a fair queue', () => {
  it('reject further jobs of an owner at once, and accept those of others', async () => {
    const queue = createFairQueue({ slots: 1, ownerWaitingMax: 1, waitingMax: 10 });
    await addAll(queue, ['a1', 'a2', 'a3', 'b1']);
    expect([...errors.keys()]).toEqual(['a3']);
    expect(errors.get('a3')).toBeInstanceOf(RateLimitedError);
    expect(errors.get('a3')).toMatchObject({ headers: { 'Retry-After': '2' } });
    await end('a1', 'b1', 'a2');
    expect(begun).toEqual(['a1', 'b1', 'a2']);
  });

  it('reject the newest job of the owner with the most when too many wait', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 3 });
    await addAll(queue, ['a1', 'a2', 'a3', 'a4', 'b1']);
    expect([...errors.keys()]).toEqual(['a4']);
    expect(errors.get('a4')).toBeInstanceOf(UnavailableError);
    await addAll(queue, ['c1', 'd1']);
    expect([...errors.keys()]).toEqual(['a4', 'a3', 'd1']);
  });

  it('reject a job that waited too long and free its place', async () => {
    const queue = createFairQueue({ slots: 1, waitingMax: 1, waitMaxMs: 100 });
    await addAll(queue, ['a1', 'b1']);
    await vi.advanceTimersByTimeAsync(99);
    expect(errors.size).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(errors.get('b1')).toBeInstanceOf(UnavailableError);
    await addAll(queue, ['c1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'c1']);
  });

  it('blame the owner when a job waited too long after a burst of its owner', async () => {
    const queue = createFairQueue({ slots: 3, ownerSlots: 2, ownerBurst: 1, waitMaxMs: 100 });
    await addAll(queue, ['a1', 'a2', 'b1', 'a3', 'a4', 'b3']);
    await vi.advanceTimersByTimeAsync(100);
    expect(errors.get('a3')).toBeInstanceOf(RateLimitedError);
    expect(errors.get('b3')).toBeInstanceOf(UnavailableError);
  });

  it('do not apply to the time of a job that has started', async () => {
    const queue = createFairQueue({ slots: 1, waitMaxMs: 100 });
    await addAll(queue, ['a1', 'b1']);
    await end('a1');
    await vi.advanceTimersByTimeAsync(1000);
    await end('b1');
    expect(errors.size).toBe(0);
  });
});
