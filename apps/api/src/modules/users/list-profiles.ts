import type { Profile } from '@skein/contracts/users';
import type { Database } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import { hydrateAuthors, hydrateProfiles } from './users.hydrator.ts';
import { toAuthorDto, toProfileDto } from './users.serializer.ts';
import type { Author } from './users.serializer.ts';

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
  return new Map(rows.map((row) => [row.id, toAuthorDto(row)]));
}
