import type { Database, Prisma } from '@skein/db';

/** Rows per statement. */
export const pageSize = 200;
const lowestId = '00000000-0000-0000-0000-000000000000';

/**
 * Reads pages until there are no more rows. `key` is a row's position, a UUID.
 * @param select A statement for at most `pageSize` rows after a position, in order of `key`.
 */
export async function* inPages<Row extends { key: string }>(
  database: Database,
  select: (after: string) => Prisma.Sql,
): AsyncGenerator<Row[]> {
  let after = lowestId;
  for (;;) {
    const rows = await database.query<Row>(select(after));
    const last = rows.at(-1);
    if (last !== undefined) yield rows;
    if (last === undefined || rows.length < pageSize) return;
    after = last.key;
  }
}
