import type { FamiliarFollowers, ProfileDetails, User } from '@skein/contracts/users';
import { isRemoteUsername } from '@skein/contracts/text';
import type { Database } from '@skein/db';
import { foldText } from '../../domain/fold-text.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { selectDirectory } from './directory.queries.ts';
import type { DirectoryRange } from './directory.queries.ts';
import {
  dismissSuggestion,
  findMovedTo,
  findOriginalUrl,
  listFeaturedTags,
} from './profiles.repository.ts';
import { userNotFound } from './read-users.ts';
import { selectUsersByName } from './search.queries.ts';
import { selectSuggested } from './suggestions.queries.ts';
import type { UsersModule } from './users.module.ts';

/** With fewer results, users with similar names are added. */
const enoughResults = 3;

export interface ProfileDependencies {
  database: Database;
  users: Pick<UsersModule, 'getProfile' | 'listUsers' | 'listSimilar'>;
  findFamiliarFollowers: (viewer: Viewer, userId: string) => Promise<FamiliarFollowers>;
  /** Finds an account of another server by its handle or address. Undefined without federation. */
  resolveAccount?:
    | ((viewer: Viewer, text: string, options?: { fetches?: boolean }) => Promise<User | null>)
    | undefined;
  /** Fetches the pinned thread of an account of another server, unless it is recent. It returns at once. */
  refreshFeatured?: ((userId: string) => void) | undefined;
  listNotes: (viewer: Viewer, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** @throws NotFoundError also for a user that the viewer may not see */
export async function getProfileDetails(
  deps: ProfileDependencies,
  viewer: Viewer,
  idOrUsername: string,
): Promise<ProfileDetails> {
  const { database, users, findFamiliarFollowers, listNotes, resolveAccount } = deps;
  const { movedToId, ...profile } = await users.getProfile(viewer, idOrUsername);
  const { id, canViewThreads } = profile;
  const isOwn = id === viewer.userId;
  const none = { users: [], count: 0 };
  const isRemote = isRemoteUsername(profile.username);
  const [featuredHashtags, familiarFollowers, notes, originalUrl, movedTo, isConnected] =
    await Promise.all([
      canViewThreads ? listFeaturedTags(database, id) : [],
      canViewThreads && !isOwn ? findFamiliarFollowers(viewer, id) : none,
      isOwn ? null : listNotes(viewer, [id]),
      isRemote ? openRemoteProfile(deps, profile) : null,
      movedToId === null ? null : findMovedTo(database, viewer.userId, movedToId),
      !isRemote || (resolveAccount !== undefined && isConnectedWithServers(database, viewer)),
    ]);
  const canMessage = profile.canMessage && isConnected;
  const note = notes?.get(id) ?? null;
  return {
    ...profile,
    canMessage,
    featuredHashtags,
    familiarFollowers,
    originalUrl,
    movedTo,
    note,
  };
}

/** The address of the original profile. The pinned thread is fetched for the next time. */
function openRemoteProfile(
  { database, refreshFeatured }: ProfileDependencies,
  { id, canViewThreads }: Pick<ProfileDetails, 'id' | 'canViewThreads'>,
): Promise<string | null> {
  if (canViewThreads) refreshFeatured?.(id);
  return findOriginalUrl(database, id);
}

/** Whether the viewer has not disconnected the account from other servers. */
async function isConnectedWithServers(database: Database, { userId }: Viewer): Promise<boolean> {
  return (await database.user.count({ where: { id: userId, isFederated: false } })) === 0;
}

/**
 * Users by name or username. A handle or address of an account of another server finds only that account, if
 * it exists.
 * @param input `fetches: false` finds only accounts that this server knows
 */
export async function searchUsers(
  deps: Pick<ProfileDependencies, 'users' | 'resolveAccount'>,
  viewer: Viewer,
  input: { q: string; limit: number; fetches?: boolean },
): Promise<User[]> {
  const { fetches = true } = input;
  const remote = await deps.resolveAccount?.(viewer, input.q, { fetches });
  return remote ? [remote] : searchNames(deps, viewer, input);
}

/** Adds users with similar names if few names contain the text. A blank text matches no user. */
async function searchNames(
  { users }: Pick<ProfileDependencies, 'users'>,
  viewer: Viewer,
  input: { q: string; limit: number },
): Promise<User[]> {
  const q = input.q.trim().replace(/^@/, '');
  if (foldText(q) === '') return [];
  const source = selectUsersByName(viewer.userId, q, input.limit);
  const matches = toUsers(await users.listUsers(viewer, source));
  if (matches.length >= Math.min(enoughResults, input.limit)) return matches;
  const ids = new Set(matches.map(({ id }) => id));
  const similar = toUsers(await users.listSimilar(viewer, q)).filter(({ id }) => !ids.has(id));
  return [...matches, ...similar].slice(0, input.limit);
}

/** @param tags Hashtags whose authors come first, in lower case. */
export async function suggestUsers(
  { users }: Pick<ProfileDependencies, 'users'>,
  viewer: Viewer,
  limit: number,
  tags: readonly string[] = [],
): Promise<User[]> {
  return toUsers(await users.listUsers(viewer, selectSuggested(viewer.userId, limit, tags)));
}

/** @throws NotFoundError */
export async function dismissSuggestedUser(
  { database }: Pick<ProfileDependencies, 'database'>,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  const isDone = isId(userId) && (await dismissSuggestion(database, viewer.userId, userId));
  if (!isDone) throw userNotFound();
}

/** Public accounts, for users who look for others. */
export async function listDirectory(
  { users }: Pick<ProfileDependencies, 'users'>,
  viewer: Viewer,
  range: DirectoryRange,
): Promise<User[]> {
  return toUsers(await users.listUsers(viewer, selectDirectory(viewer.userId, range)));
}

function toUsers(listed: readonly { user: User }[]): User[] {
  return listed.map(({ user }) => user);
}
