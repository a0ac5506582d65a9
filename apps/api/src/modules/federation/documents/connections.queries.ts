import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isActive } from '../../../domain/visibility.queries.ts';
import { isFederated } from '../../../domain/federated-accounts.queries.ts';

const { sql } = Prisma;

interface Connection {
  id: string;
  /** The id of an account of another server. */
  uri: string | null;
  /** The position in the list. */
  key: string;
}

const keyPattern = /^(\d{1,13})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Followers or followed accounts that other servers can find, the latest first. */
export async function listConnections(
  database: Database,
  {
    userId,
    name,
    until,
    limit,
  }: { userId: string; name: 'followers' | 'following'; until: string | undefined; limit: number },
): Promise<Connection[]> {
  const [own, other] =
    name === 'followers'
      ? [sql`follow.followee_id`, sql`follow.follower_id`]
      : [sql`follow.follower_id`, sql`follow.followee_id`];
  const isAfter = toCondition(until, other);
  if (isAfter === null) return [];
  return database.query<Connection>(sql`
    SELECT account.id, remote.uri,
      (extract(epoch FROM follow.created_at) * 1000)::bigint || '-' || account.id AS key
    FROM follows follow JOIN users account ON account.id = ${other}
      LEFT JOIN remote_actors remote ON remote.user_id = account.id
    WHERE ${own} = ${userId}::uuid AND ${isAfter}
      AND (remote.uri IS NOT NULL AND ${isActive(sql`account`)} OR ${isFederated(sql`account`)})
    ORDER BY follow.created_at DESC, ${other} DESC LIMIT ${limit}::int`);
}

/** Null for a key that no page contains. */
function toCondition(until: string | undefined, id: Prisma.Sql): Prisma.Sql | null {
  if (until === undefined) return sql`true`;
  const [, time, lastId] = keyPattern.exec(until) ?? [];
  if (time === undefined || lastId === undefined) return null;
  return sql`(follow.created_at, ${id}) < (${new Date(Number(time))}, ${lastId}::uuid)`;
}

export async function findPinnedThread(database: Database, userId: string): Promise<string | null> {
  const row = await database.pinnedThread.findFirst({
    where: { userId },
    select: { threadId: true },
  });
  return row?.threadId ?? null;
}
