import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';

const { sql } = Prisma;

/** Tables whose rows their owner puts in order. */
const tables = { userLists: sql`user_lists`, bookmarkFolders: sql`bookmark_folders` };

/** Puts a user's rows in this order. Rows that are not named keep their order, after the others. */
export async function reorder(
  database: Database,
  table: keyof typeof tables,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  await database.execute(sql`
    UPDATE ${tables[table]} item SET position = ordered.number
    FROM (
      SELECT id, row_number() OVER (
        ORDER BY array_position(${ids}::uuid[], id) NULLS LAST, position, id) AS number
      FROM (
        SELECT id, position FROM ${tables[table]} WHERE owner_id = ${ownerId}::uuid
        ORDER BY id FOR NO KEY UPDATE
      ) own
    ) ordered
    WHERE item.id = ordered.id`);
}
