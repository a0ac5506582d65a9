import { Prisma } from '@skein/db';
import { isListable, isLocal, isMuted, isPublic } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** The newest listed threads and reposts whose authors and reposters count as active. */
const entriesRead = 5000;

export interface DirectoryRange {
  order: 'active' | 'new';
  offset: number;
  limit: number;
}

/**
 * Rows for the hydrator: public accounts of this server without those that the viewer has muted. `new` are the latest
 * registered first, `active` those that posted last, as far as that was recently.
 */
export function selectDirectory(
  viewerId: string,
  { order, offset, limit }: DirectoryRange,
): Prisma.Sql {
  const accounts =
    order === 'new'
      ? sql`SELECT account.id, account.id AS rank FROM users account
          WHERE ${isShown(viewerId)}`
      : sql`SELECT account.id, recent.key AS rank
          FROM (
            SELECT DISTINCT ON (actor_id) actor_id, key FROM (
              SELECT actor_id, key FROM feed_entries WHERE is_listed ORDER BY key DESC LIMIT ${entriesRead}::int
            ) newest ORDER BY actor_id, key DESC
          ) recent JOIN users account ON account.id = recent.actor_id
          WHERE ${isShown(viewerId)}`;
  return sql`
    SELECT listed.id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY listed.rank DESC)::int AS position
    FROM (${accounts} ORDER BY rank DESC OFFSET ${offset}::int LIMIT ${limit}::int) listed`;
}

function isShown(viewerId: string): Prisma.Sql {
  const account = sql`account`;
  return sql`${isLocal(account)} AND ${isPublic(account)} AND account.is_discoverable
    AND account.moved_to_id IS NULL AND ${isListable(viewerId, account)}
    AND NOT ${isMuted(viewerId, sql`account.id`)}`;
}
