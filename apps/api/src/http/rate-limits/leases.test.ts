import { beforeEach, expect, it, vi } from 'vitest';
import type { Mock } from 'vitest';
import type { Counter } from './counters.ts';
import { createLeases } from './leases.ts';

const max = 20;
let used: number;
let shared: { [Name in keyof Counter]: Mock<Counter[Name]> };

beforeEach(() => {
  used = 0;
  shared = {
    consume: vi.fn<Counter['consume']>((_key: string, points: number) => {
      const granted = Math.min(points, max - used);
      used += granted;
      return Promise.resolve({ granted, remaining: max - used, resetMs: 60_000 });
    }),
    refund: vi.fn<Counter['refund']>(() => Promise.resolve()),
  };
});

it('queries the shared counter once for ten points', async () => {
  const leases = createLeases(shared, 10);
  for (let point = 0; point < 10; point += 1) {
    expect(await leases.consume('ada', 1)).toMatchObject({ granted: 1 });
  }
  expect(shared.consume).toHaveBeenCalledTimes(1);
});

it('grants exactly the limit and then rejects without a query', async () => {
  const leases = createLeases(shared, 10);
  const counts = [];
  for (let point = 0; point < 25; point += 1) counts.push(await leases.consume('ada', 1));
  expect(counts.filter(({ granted }) => granted === 1)).toHaveLength(max);
  expect(shared.consume).toHaveBeenCalledTimes(2);
});

it('makes a refunded point available again, even after the limit was exhausted', async () => {
  const leases = createLeases(shared, 10);
  for (let point = 0; point < max; point += 1) await leases.consume('ada', 1);
  await leases.refund('ada');
  expect(await leases.consume('ada', 1)).toMatchObject({ granted: 1 });
  expect(await leases.consume('ada', 1)).toMatchObject({ granted: 0 });
  expect(shared.refund).not.toHaveBeenCalled();
});

it('refunds a point without a lease to the shared counter', async () => {
  await createLeases(shared, 10).refund('ada');
  expect(shared.refund).toHaveBeenCalledWith('ada', 1);
});
