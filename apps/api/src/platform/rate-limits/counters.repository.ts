import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { createCounterPool } from '@skein/db/counter-pool';
import type { CounterPool } from '@skein/db/counter-pool';
import type { Pooler } from '@skein/db/pooler';
import type { Logger } from '../logger.ts';
import { toCount } from './counters.ts';
import type { Counter, Now, StoredCount, WindowRule } from './counters.ts';

const { sql } = Prisma;

/** Connections to the counters in the database. */
export function openCounterPool(options: {
  databaseUrl: string;
  pooler?: Pooler | undefined;
  logger: Logger;
  timeoutMs: number;
}): CounterPool {
  return createCounterPool({
    url: options.databaseUrl,
    pooler: options.pooler,
    timeoutMs: options.timeoutMs,
    onError: (error) =>
      options.logger.warn(
        { err: error },
        'rate limits are counted in memory until the database is available',
      ),
  });
}

/** Changes no row if the points are not available. A new window replaces one that has ended. */
const consumeStatement = `
  INSERT INTO rate_limits AS counter (key, points, expire)
  SELECT $1::text, $2::int, $4::bigint WHERE $2::int <= $3::int
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN counter.expire <= $5::bigint THEN $2::int ELSE counter.points + $2::int END,
    expire = CASE WHEN counter.expire <= $5::bigint THEN $4::bigint ELSE counter.expire END
  WHERE counter.expire <= $5::bigint OR counter.points + $2::int <= $3::int
  RETURNING points, expire`;

const readStatement = 'SELECT points, expire FROM rate_limits WHERE key = $1 AND expire > $2';

const refundStatement =
  'UPDATE rate_limits SET points = points - $2 WHERE key = $1 AND expire = $3 AND points >= $2';

/** Counts in the database, for all servers. */
export function createDatabaseCounter(
  pool: Pick<CounterPool, 'query'>,
  name: string,
  rule: WindowRule,
  now: Now,
): Counter {
  async function run(statement: 'consume' | 'read', text: string, values: unknown[]) {
    const { rows } = await pool.query({ name: `rate-limits-${statement}`, text, values });
    // Both statements return these columns. The driver returns a bigint as text.
    const [row] = rows as { points: number; expire: string }[];
    return row && { used: row.points, endsAt: Number(row.expire) };
  }

  async function request(id: string, points: number): Promise<StoredCount> {
    const time = now();
    const endsAt = time + rule.seconds * 1000;
    const granted = await run('consume', consumeStatement, [id, points, rule.max, endsAt, time]);
    if (granted !== undefined) return { isGranted: true, ...granted };
    const rejected = await run('read', readStatement, [id, time]);
    // More points were requested than the limit has if there is no window.
    return { isGranted: false, ...(rejected ?? { used: 0, endsAt }) };
  }

  return {
    async consume(key, points) {
      const id = `${name}:${key}`;
      return toCount(await request(id, points), rule, (endsAt) =>
        pool.query({
          name: 'rate-limits-refund',
          text: refundStatement,
          values: [id, points, endsAt],
        }),
      );
    },
  };
}

/** About 200 MB. Only an attacker with very many addresses causes more. */
const countersMax = 1_000_000;

/**
 * Deletes expired counters, and those beyond the maximum that expire first. Returns the number of expired
 * ones. Not with the counter pool, whose short timeouts are too short for a busy start.
 */
export async function removeExpiredCounters(
  database: Database,
  time: number,
  max = countersMax,
): Promise<number> {
  const { count } = await database.rateLimit.deleteMany({ where: { expire: { lt: time } } });
  await database.execute(sql`
    DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits ORDER BY expire DESC NULLS FIRST OFFSET ${max})`);
  return count;
}
