import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isLocal } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

interface StoredObject {
  threadId: string;
  /** Null if its account no longer exists. */
  authorId: string | null;
}

/** A stored thread of another server, by the id of its document. It may be deleted. */
export async function findObject(database: Database, uri: string): Promise<StoredObject | null> {
  const [row] = await database.query<StoredObject>(sql`
    SELECT thread.id AS "threadId", thread.author_id AS "authorId"
    FROM remote_objects object JOIN threads thread ON thread.id = object.thread_id
    WHERE object.uri = ${uri}`);
  return row ?? null;
}

export interface KnownActor {
  uri: string;
  url: string | null;
  username: string;
}

/** The accounts of other servers with these ids or pages. */
export async function listKnownActors(
  database: Database,
  addresses: readonly string[],
): Promise<KnownActor[]> {
  if (addresses.length === 0) return [];
  return database.query<KnownActor>(sql`
    SELECT remote.uri, remote.url, account.username
    FROM remote_actors remote JOIN users account ON account.id = remote.user_id
    WHERE remote.uri = ANY (${addresses}::text[])`);
}

/** The usernames of local accounts, by their ids. */
export async function listLocalUsernames(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: string; username: string }>(sql`
    SELECT id, username FROM users account WHERE id = ANY (${ids}::uuid[])
      AND ${isLocal(sql`account`)}`);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Whether a user of this server follows an account. */
export async function hasLocalFollowers(database: Database, userId: string): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT WHERE ${exists(sql`follows JOIN users follower ON follower.id = follows.follower_id
      WHERE follows.followee_id = ${userId}::uuid AND ${isLocal(sql`follower`)}`)}`);
  return rows.length > 0;
}
