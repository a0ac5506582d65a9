import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import { anonymousViewer, canSeeThreadsBy } from '../../domain/visibility.queries.ts';
import { matchesIdOrUsername } from '../users/index.ts';

const { sql } = Prisma;

export interface AuthorRow {
  name: string;
  username: string;
  pictureKey: string | null;
}

export interface ProfilePreviewRow extends AuthorRow {
  bio: string | null;
  createdAt: Date;
  /** Whether it was found by a former username. */
  isFormerUsername: boolean;
}

/** Null unless the user's threads are public. */
export async function findPublicProfile(
  database: Database,
  idOrUsername: string,
): Promise<ProfilePreviewRow | null> {
  const matches = matchesIdOrUsername(idOrUsername, sql`p`);
  if (matches === null) return null;
  const [row] = await database.query<Omit<ProfilePreviewRow, 'isFormerUsername'>>(sql`
    SELECT p.name, p.username, p.picture_key AS "pictureKey", p.bio, p.created_at AS "createdAt"
    FROM users p WHERE ${matches} AND ${canSeeThreadsBy(anonymousViewer, sql`p`)}`);
  if (row === undefined) return null;
  const isFormerUsername = !isId(idOrUsername) && idOrUsername.toLowerCase() !== row.username;
  return { ...row, isFormerUsername };
}

/** Usernames of the users with public threads who have the most followers. */
export async function listPublicProfiles(database: Database, limit: number): Promise<string[]> {
  const rows = await database.query<{ username: string }>(sql`
    SELECT p.username FROM users p WHERE ${canSeeThreadsBy(anonymousViewer, sql`p`)}
    ORDER BY p.followers_count DESC, p.id LIMIT ${limit}::int`);
  return rows.map(({ username }) => username);
}
