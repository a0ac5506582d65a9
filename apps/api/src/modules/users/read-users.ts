import type { Profile, User } from '@skein/contracts/users';
import type { Database, Prisma } from '@skein/db';
import { foldText } from '../../domain/fold-text.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findSimilar } from './find-similar.ts';
import { selectUsers } from './names.queries.ts';
import { findAuthor, findProfile, findVisibleAuthor, hydrateUsers } from './users.hydrator.ts';
import { toAuthors } from './list-profiles.ts';
import { toProfileDto, toUserDto } from './users.serializer.ts';
import type { Author } from './users.serializer.ts';

export interface ListedUser {
  user: User;
  /** From the source of the list, like `reference`. */
  since: Date | null;
  reference: string | null;
}

/** @throws NotFoundError also for a user that the viewer may not see */
export async function getProfile(
  database: Database,
  viewer: Viewer,
  idOrUsername: string,
): Promise<Profile & { canMessage: boolean; movedToId: string | null }> {
  const row = await findProfile(database, viewer.userId, idOrUsername);
  if (row === null) throw userNotFound();
  return { ...toProfileDto(row), canMessage: row.canMessage, movedToId: row.movedToId };
}

/** @throws NotFoundError also for a user that the viewer may not see */
export async function getAuthor(
  database: Database,
  viewer: Viewer,
  idOrUsername: string,
): Promise<Author> {
  const row = await findAuthor(database, viewer.userId, idOrUsername);
  if (row === null) throw userNotFound();
  const [author] = await toAuthors(database, viewer, [row]);
  if (author === undefined) throw userNotFound();
  return author;
}

/**
 * The id of a user whose threads and lists the viewer may read.
 * @throws NotFoundError also when the viewer may see only the profile
 */
export async function requireVisibleAuthor(
  database: Database,
  viewer: Viewer,
  idOrUsername: string,
): Promise<string> {
  const userId = await findVisibleAuthor(database, viewer.userId, idOrUsername);
  if (userId === null) throw userNotFound();
  return userId;
}

/** The users that a source selects, in its order. See `hydrateUsers` for the source. */
export async function listUsers(
  database: Database,
  viewer: Viewer,
  source: Prisma.Sql,
): Promise<ListedUser[]> {
  const rows = await hydrateUsers(database, viewer.userId, source);
  return rows.map((row) => ({
    user: toUserDto(row),
    since: row.since,
    reference: row.reference,
  }));
}

/**
 * Users whose names are similar to a text but do not contain it, the most similar first.
 * @param isListed A condition on the alias `account`.
 */
export async function listSimilarUsers(
  database: Database,
  viewer: Viewer,
  q: string,
  isListed?: Prisma.Sql,
): Promise<ListedUser[]> {
  const ids = await findSimilar(database, viewer.userId, foldText(q), isListed);
  return ids.length === 0 ? [] : listUsers(database, viewer, selectUsers(ids));
}

/** The same error for a user who does not exist, is suspended, or is hidden from the viewer. */
export function userNotFound(): NotFoundError {
  return new NotFoundError('error.userNotFound');
}
