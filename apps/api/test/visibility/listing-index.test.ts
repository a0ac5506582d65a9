import { Prisma } from '@skein/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isListingPending } from '../../src/modules/users/index.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { explain } from '../support/db/plans.ts';

const { sql } = Prisma;

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

it('finds users whose threads are not yet listed or unlisted in a partial index', async () => {
  const nodes = await api.database.$transaction(async (tx) => {
    // The table is empty.
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    const isPending = isListingPending(sql`pending`);
    return explain(tx, sql`SELECT pending.id FROM users pending WHERE ${isPending}`);
  });
  const indexes = nodes.flatMap((node) => node['Index Name'] ?? []);
  // Its condition is the same expression in the same order, which PostgreSQL requires.
  expect(indexes).toEqual(['users_listing_outdated_idx']);
});
