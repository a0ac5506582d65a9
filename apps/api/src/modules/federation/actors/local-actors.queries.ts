import type { ProfileFields } from '@skein/contracts/users';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import {
  anonymousViewer,
  canSeeProfile,
  canSeeThreadsBy,
  isLocal,
} from '../../../domain/visibility.queries.ts';
import { isFederated } from '../../../domain/federated-accounts.queries.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { matchesIdOrUsername } from '../../users/index.ts';

const { sql } = Prisma;

/** What other servers see of an account of this server. */
export interface LocalActorRow {
  id: string;
  username: string;
  name: string;
  pictureKey: string | null;
  bannerKey: string | null;
  bio: string | null;
  fields: ProfileFields;
  isBot: boolean;
  isDiscoverable: boolean;
  hidesConnections: boolean;
  isPrivate: boolean;
  /** Whether visitors see it. */
  isShownOutside: boolean;
  followersCount: number;
  followingCount: number;
  threadsCount: number;
  createdAt: Date;
  /** The ids of the documents of other accounts of the user. */
  aliases: string[];
  movedToId: string | null;
  /** The id of the document of an account of another server that this one has moved to. */
  movedToUri: string | null;
}

/** A private account shows only its name and pictures. */
export async function findLocalActor(
  database: Database,
  idOrUsername: string,
): Promise<LocalActorRow | null> {
  const matches = matchesIdOrUsername(idOrUsername, sql`account`);
  if (matches === null) return null;
  const isShown = canSeeThreadsBy(anonymousViewer, sql`account`);
  const [row] = await database.query<LocalActorRow>(sql`
    SELECT account.id, account.username, account.name, account.picture_key AS "pictureKey",
      account.banner_key AS "bannerKey", CASE WHEN ${isShown} THEN account.bio END AS bio,
      CASE WHEN ${isShown} THEN account.fields ELSE '[]'::jsonb END AS fields,
      account.is_bot AS "isBot", account.is_discoverable AS "isDiscoverable",
      account.hides_connections AS "hidesConnections", account.is_private AS "isPrivate", ${isShown} AS "isShownOutside",
      account.followers_count AS "followersCount", account.following_count AS "followingCount",
      account.threads_count AS "threadsCount", account.created_at AS "createdAt",
      account.aliases, account.moved_to_id AS "movedToId",
      (SELECT uri FROM remote_actors WHERE user_id = account.moved_to_id) AS "movedToUri"
    FROM users account WHERE ${matches} AND ${isFederated(sql`account`)}`);
  return row ?? null;
}

/** The id of an account whose profile the viewer may see, by its id or username. */
export async function findVisibleId(
  database: Database,
  { userId }: Viewer,
  idOrUsername: string,
): Promise<string | null> {
  const matches = matchesIdOrUsername(idOrUsername, sql`account`);
  if (matches === null) return null;
  const [row] = await database.query<{ id: string }>(sql`
    SELECT account.id FROM users account WHERE ${matches} AND ${canSeeProfile(userId, sql`account`)}`);
  return row?.id ?? null;
}

/** Whether an account that other servers know was deleted. */
export async function isDeletedActor(database: Database, id: string): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT FROM actor_keys WHERE actor_id = ${id}::uuid AND NOT EXISTS (
      SELECT FROM users WHERE users.id = actor_id AND deleted_at IS NULL)`);
  return rows.length > 0;
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
