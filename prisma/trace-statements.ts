import type pg from 'pg';

/** Runs a statement and records it. Its parameters are not passed. */
export type TraceStatement = <Result>(
  statement: { name?: string | undefined; text: string },
  run: () => Promise<Result>,
) => Promise<Result>;

type Query = (...args: unknown[]) => unknown;

/** Records the statements of a pool and those of its transactions. */
export function traceStatements(pool: pg.Pool, trace: TraceStatement): void {
  Object.assign(pool, { query: traced(pool.query.bind(pool) as Query, trace) });
  pool.on('connect', (client) => {
    Object.assign(client, { query: traced(client.query.bind(client) as Query, trace) });
  });
}

/** `pool.query` calls the client with a callback, so such a statement is recorded already. */
function traced(query: Query, trace: TraceStatement): Query {
  return (...args) => {
    const statement = describe(args[0]);
    if (statement === undefined || typeof args.at(-1) === 'function') return query(...args);
    return trace(statement, async () => query(...args));
  };
}

/** Undefined for a stream, such as that of COPY. */
function describe(statement: unknown): { name?: string | undefined; text: string } | undefined {
  if (typeof statement === 'string') return { text: statement };
  if (typeof statement !== 'object' || statement === null || 'submit' in statement)
    return undefined;
  if (!('text' in statement) || typeof statement.text !== 'string') return undefined;
  const name = 'name' in statement && typeof statement.name === 'string' ? statement.name : '';
  return { name, text: statement.text };
}
