import type { Profile } from '@skein/contracts/users';
import { isRemoteUsername } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import { findRemoteAddresses } from './profiles.repository.ts';
import { hydrateAuthors, hydrateProfiles } from './users.hydrator.ts';
import type { AuthorRow } from './users.hydrator.ts';
import { toAuthorDto, toProfileDto } from './users.serializer.ts';
import type { Author, RemoteAddresses } from './users.serializer.ts';

/** The profiles of those users that the viewer may see, by id. */
export async function listProfiles(
  database: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Profile>> {
  if (ids.length === 0) return new Map();
  const rows = await hydrateProfiles(database, viewer.userId, ids);
  return new Map(rows.map((row) => [row.id, toProfileDto(row)]));
}

/** Returns the same users as `listProfiles`, without relationships to the viewer. */
export async function listAuthors(
  database: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Author>> {
  if (ids.length === 0) return new Map();
  const rows = await hydrateAuthors(database, viewer.userId, ids);
  const authors = await toAuthors(database, viewer, rows);
  return new Map(authors.map((author) => [author.id, author]));
}

/** Adds what only accounts of other servers and those that have moved have. Most lists need no further statement. */
export async function toAuthors(
  database: Database,
  viewer: Viewer,
  rows: readonly AuthorRow[],
): Promise<Author[]> {
  const targetIds = rows.flatMap(({ movedToId }) => movedToId ?? []);
  const targets =
    targetIds.length === 0 ? [] : await hydrateAuthors(database, viewer.userId, targetIds);
  const remoteIds = [...rows, ...targets]
    .filter(({ username }) => isRemoteUsername(username))
    .map(({ id }) => id);
  const addresses =
    remoteIds.length === 0
      ? new Map<string, RemoteAddresses>()
      : await findRemoteAddresses(database, remoteIds);
  const toAuthor = (row: AuthorRow, movedTo: Author | null) =>
    toAuthorDto(row, { remote: addresses.get(row.id) ?? null, movedTo });
  const byId = new Map(targets.map((row) => [row.id, toAuthor(row, null)]));
  return rows.map((row) => toAuthor(row, byId.get(row.movedToId ?? '') ?? null));
}
