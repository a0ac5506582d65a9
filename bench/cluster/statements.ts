import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplicatedPostgres } from '@skein/db/testing/replicated-postgres';
import { queryDatabase } from '../api/volume-database.ts';

/** Statements that each database executed. */
export interface StatementCounts {
  primary: number;
  replicas: number;
}

/** The settings of PostgreSQL that count statements. */
export const statementSettings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track=top',
] as const;

const idleMs = 3000;

export const createStatementStats = 'CREATE EXTENSION pg_stat_statements';

const countStatements = `
  SELECT coalesce(sum(calls), 0)::int AS count FROM pg_stat_statements
  WHERE query NOT LIKE '%pg_stat_statements%'`;

/** Counts the statements of all clients while `work` runs. */
export async function withStatementCounts<Result>(
  { primary, replicas }: ReplicatedPostgres,
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: StatementCounts; seconds: number }> {
  for (const { url } of [primary, ...replicas]) {
    await queryDatabase(url, 'SELECT pg_stat_statements_reset()');
  }
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1000;
  const count = async (url: string) =>
    (await queryDatabase<{ count: number }>(url, countStatements))[0]?.count ?? 0;
  const ofReplicas = await Promise.all(replicas.map(({ url }) => count(url)));
  return {
    result,
    seconds,
    statements: {
      primary: await count(primary.url),
      replicas: ofReplicas.reduce((sum, value) => sum + value, 0),
    },
  };
}

/** Statements per second without requests: background jobs and the monitoring of replicas. */
export async function measureIdleRate(postgres: ReplicatedPostgres): Promise<StatementCounts> {
  const { statements, seconds } = await withStatementCounts(postgres, () => sleep(idleMs));
  return { primary: statements.primary / seconds, replicas: statements.replicas / seconds };
}
