import { beforeEach, expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';
import type { FairQueue, QueuedJob } from './fair-queue.ts';

/** Names of jobs in start order; each ends when the test ends it. */
let begun: string[];
let ends: Map<string, () => void>;

beforeEach(() => {
  begun = [];
  ends = new Map();
});

function add(queue: FairQueue, name: string, job: Omit<QueuedJob, 'userId'>): void {
  const [userId = ''] = name;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  ends.set(name, () => resolve(undefined));
  void queue.run({ userId, ...job }, () => {
    begun.push(name);
    return promise;
  });
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await settle();
}

function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

test('lets a new user wait for one job of another user only', async () => {
  const queue = createFairQueue({ slots: 1, largeSlots: 1 });
  for (const name of ['a1', 'a2', 'a3']) add(queue, name, { cost: 5 });
  await settle();
  add(queue, 'b1', { cost: 5 });
  await end('a1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('shares slots between users by cost', async () => {
  const queue = createFairQueue({ slots: 1, largeSlots: 1 });
  for (const name of ['a1', 'a2']) add(queue, name, { cost: 30 });
  for (const name of ['b1', 'b2', 'b3', 'b4']) add(queue, name, { cost: 10 });
  for (const name of ['a1', 'b1', 'b2', 'b3']) {
    await settle();
    await end(name);
  }
  expect(begun).toEqual(['a1', 'b1', 'b2', 'b3', 'a2']);
});

test('gives a returning user no credit for the time without jobs', async () => {
  const queue = createFairQueue({ slots: 1, largeSlots: 1 });
  for (const name of ['a1', 'a2', 'a3']) add(queue, name, { cost: 10 });
  await settle();
  await end('a1');
  await end('a2');
  for (const name of ['b1', 'b2', 'b3', 'b4']) add(queue, name, { cost: 10 });
  add(queue, 'a4', { cost: 10 });
  await end('a3');
  await end('b1');
  await end('b2');
  expect(begun.slice(3)).toEqual(['b1', 'b2', 'a4']);
});

test('runs no more jobs of a user at once than allowed, while others use the free slots', async () => {
  const queue = createFairQueue({ slots: 2, slotsPerUser: 1 });
  for (const name of ['a1', 'a2', 'b1']) add(queue, name, { cost: 1 });
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('never lets a short job wait for large ones', async () => {
  const queue = createFairQueue({ slots: 2, largeSlots: 1 });
  for (const name of ['a1', 'b1', 'c1']) add(queue, name, { cost: 100, isLarge: true });
  add(queue, 'd1', { cost: 1 });
  await settle();
  expect(begun).toEqual(['a1', 'd1']);
  await end('d1');
  expect(begun).toEqual(['a1', 'd1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'd1', 'b1']);
});
