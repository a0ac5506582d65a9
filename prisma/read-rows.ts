import type pg from 'pg';
import type { Prisma } from './generated/client.ts';

/** Runs statements of one client directly on its pool. */
interface Reader {
  pool: pg.Pool;
  nameOf: (query: { sql: string }) => string;
}

const readers = new WeakMap<object, Reader>();

/** Enables `readRows` for a client. */
export function registerReader(database: object, reader: Reader): void {
  readers.set(database, reader);
}

/**
 * The rows of a SELECT, like `$queryRaw`, for the most frequent reads: Prisma's client takes a sixth of
 * the server's CPU time for a page of 30 threads, this a few percent. In a transaction or an extended
 * client it is `$queryRaw`. The driver returns `bigint` and `numeric` as strings: cast them.
 */
export async function readRows<Row extends object>(
  database: Pick<Prisma.TransactionClient, '$queryRaw'>,
  statement: Prisma.Sql,
): Promise<Row[]> {
  const reader = readers.get(database);
  if (reader === undefined) return database.$queryRaw<Row[]>(statement);
  const { text, values } = toNumberedStatement(statement);
  const name = reader.nameOf({ sql: text });
  const { rows } = await reader.pool.query<Row>({ name, text, values });
  return rows;
}

/**
 * The text with `$1`, `$2`, … An id that occurs several times becomes one parameter: a feed contains
 * the id of its viewer about 30 times. Only values cast to uuid, because a parameter has one type.
 */
export function toNumberedStatement({ strings, values }: Pick<Prisma.Sql, 'strings' | 'values'>): {
  text: string;
  values: unknown[];
} {
  const parameters: unknown[] = [];
  const numbers = new Map<unknown, number>();
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    const following = strings[index + 1] ?? '';
    const isId = following.startsWith('::uuid') && !following.startsWith('::uuid[');
    const number = (isId ? numbers.get(value) : undefined) ?? parameters.push(value);
    if (isId) numbers.set(value, number);
    text += `$${number}${following}`;
  }
  return { text, values: parameters };
}
