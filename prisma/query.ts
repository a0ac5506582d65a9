import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';
import type { PrismaClient } from './generated/client.ts';
import type { NumberedStatement, RunStatement } from './server.ts';

/**
 * Adds the methods for SQL. Outside of transactions, statements run on the connection pool, because Prisma's client
 * takes a sixth of the server's CPU time for a page of 30 threads.
 */
export function addSqlMethods(client: PrismaClient, run: RunStatement): Database {
  const database = client.$extends({
    client: {
      async query<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
        const context = Prisma.getExtensionContext(this);
        // oxlint-disable-next-line no-restricted-properties -- A transaction has a connection that only Prisma knows.
        if (!Object.is(context, database)) return context.$queryRaw<Row[]>(statement);
        const numbered = toNumberedStatement(statement);
        const { rows } = await run(numbered.text, (server) => server.query<Row>(numbered));
        return rows;
      },
      async execute(statement: Prisma.Sql): Promise<number> {
        const context = Prisma.getExtensionContext(this);
        // oxlint-disable-next-line no-restricted-properties -- See above.
        if (!Object.is(context, database)) return context.$executeRaw(statement);
        const numbered = toNumberedStatement(statement);
        const { rowCount } = await run(numbered.text, (server) => server.query(numbered));
        return rowCount ?? 0;
      },
    },
  });
  // Prisma declares other types for the models of an extended client, although they are the same.
  return database as unknown as Database;
}

/**
 * Returns the text with `$1`, `$2`, … An id that occurs several times becomes one parameter: a feed contains
 * the id of its viewer about 30 times. Only values cast to uuid, because a parameter has one type.
 */
export function toNumberedStatement({
  strings,
  values,
}: Pick<Prisma.Sql, 'strings' | 'values'>): NumberedStatement {
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
