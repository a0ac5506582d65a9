import { findDrift } from '../repair.ts';

/** Names the counters that differ from the rows they count; an empty list is as it must be. */
export async function findCounterDrift(databaseUrl: string): Promise<string[]> {
  const drifts = await findDrift(databaseUrl);
  return drifts.map(({ name, rows }) => `${name}: ${rows} rows`);
}
