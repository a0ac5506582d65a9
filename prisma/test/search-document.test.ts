import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

test('the time for a run without spaces is in proportion to its length', async () => {
  const { url, drop } = await cloneDatabase(inject('templateUrl'));
  onTestFinished(drop);
  // The shortest of several times, in milliseconds. OFFSET prevents evaluation by the planner.
  const measure = async (length: number) => {
    const times: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      const [row] = await query<{ 'QUERY PLAN': { 'Execution Time': number }[] }>(
        url,
        `EXPLAIN (ANALYZE, FORMAT JSON)
         SELECT search_document(repeat('😀', length)) FROM (SELECT ${length} AS length OFFSET 0) AS run`,
      );
      times.push(row?.['QUERY PLAN'][0]?.['Execution Time'] ?? Infinity);
    }
    return Math.min(...times);
  };
  // With quadratic time, a run that is 16 times as long takes about 200 times as long.
  expect((await measure(16_000)) / (await measure(1000))).toBeLessThan(60);
});
