import type { MutedUsersPage, UsersPage } from '@skein/contracts/relationships';
import type { Database, Prisma } from '@skein/db';
import { readTimePage } from '../../platform/read-page.ts';
import type { PageQuery, TimeRange } from '../../platform/read-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { listMuteEnds } from './blocks.repository.ts';
import {
  isListedFollowee,
  isListedFollower,
  selectFollowers,
  selectFollowing,
  selectMuted,
} from './relationships.queries.ts';

type ListDependencies = Pick<UsersModule, 'listUsers' | 'listSimilar' | 'requireVisibleAuthor'>;

type ConnectionsQuery = PageQuery & {
  idOrUsername: string;
  q: string;
  select: typeof selectFollowers;
  isListed: typeof isListedFollower;
};

/** The page of the followers or followed users of a user, with similar names if `q` is set. */
async function listConnections(
  users: ListDependencies,
  viewer: Viewer,
  { idOrUsername, select, isListed, ...query }: ConnectionsQuery,
): Promise<UsersPage> {
  const userId = await users.requireVisibleAuthor(viewer, idOrUsername);
  const q = query.q.trim();
  const page = await listUsers(users, viewer, query, (range) =>
    select(viewer.userId, userId, { ...range, q }),
  );
  return withSimilar(users, viewer, { page, q, isListed: isListed(viewer.userId, userId) });
}

/** @throws NotFoundError; ValidationError for an invalid cursor */
export function listFollowers(
  users: ListDependencies,
  viewer: Viewer,
  idOrUsername: string,
  query: PageQuery & { q: string },
): Promise<UsersPage> {
  const list = { idOrUsername, select: selectFollowers, isListed: isListedFollower };
  return listConnections(users, viewer, { ...query, ...list });
}

/** @throws NotFoundError; ValidationError for an invalid cursor */
export function listFollowing(
  users: ListDependencies,
  viewer: Viewer,
  idOrUsername: string,
  query: PageQuery & { q: string },
): Promise<UsersPage> {
  const list = { idOrUsername, select: selectFollowing, isListed: isListedFollowee };
  return listConnections(users, viewer, { ...query, ...list });
}

/** @throws ValidationError for an invalid cursor */
export async function listMuted(
  { database, users }: { database: Database; users: Pick<UsersModule, 'listUsers'> },
  viewer: Viewer,
  query: PageQuery,
): Promise<MutedUsersPage> {
  const page = await listUsers(users, viewer, query, (range) => selectMuted(viewer.userId, range));
  const ids = page.content.map(({ id }) => id);
  const ends = await listMuteEnds(database, viewer.userId, ids);
  const content = page.content.map((user) => ({
    ...user,
    mutedUntil: ends.get(user.id)?.toISOString() ?? null,
  }));
  return { ...page, content };
}

/** @throws ValidationError for an invalid cursor */
export async function listUsers(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  query: PageQuery,
  select: (range: TimeRange) => Prisma.Sql,
): Promise<UsersPage> {
  const page = await readTimePage(query, {
    read: (range) => users.listUsers(viewer, select(range)),
    getPosition: ({ since, user }) => since && { time: since, id: user.id },
  });
  return { ...page, content: page.content.map(({ user }) => user) };
}

/**
 * Replaces an empty first page by the listed users with similar names, which fit on one page.
 */
async function withSimilar(
  users: Pick<UsersModule, 'listSimilar'>,
  viewer: Viewer,
  { page, q, isListed }: { page: UsersPage; q: string; isListed: Prisma.Sql },
): Promise<UsersPage> {
  if (page.page !== 0 || page.content.length > 0 || q === '') return page;
  const similar = await users.listSimilar(viewer, q, isListed);
  return { ...page, content: similar.map(({ user }) => user).slice(0, page.size) };
}
