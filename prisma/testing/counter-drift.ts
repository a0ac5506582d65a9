import { findDrift } from '../repair.ts';

/** Names of the counters that differ from the rows they count. */
export async function findCounterDrift(databaseUrl: string): Promise<string[]> {
  const drifts = await findDrift(databaseUrl);
  return drifts.map(({ name, rows }) => `${name}: ${rows} rows`);
}
