import type { UsersPage } from '@skein/contracts/relationships';
import type { Prisma } from '@skein/db';
import { readTimePage } from '../../platform/read-page.ts';
import type { PageQuery, TimeRange } from '../../platform/read-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';

/** @throws ValidationError for an invalid cursor */
export async function listUsers(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  query: PageQuery,
  select: (range: TimeRange) => Prisma.Sql,
): Promise<UsersPage> {
  const page = await readTimePage(query, {
    read: (range) => users.listUsers(viewer, select(range)),
    positionOf: ({ since, user }) => since && { time: since, id: user.id },
  });
  return { ...page, content: page.content.map(({ user }) => user) };
}

/**
 * Replaces an empty first page by the listed users with similar names, which fit on one page.
 */
export async function withSimilar(
  users: Pick<UsersModule, 'listSimilar'>,
  viewer: Viewer,
  { page, q, isListed }: { page: UsersPage; q: string; isListed: Prisma.Sql },
): Promise<UsersPage> {
  if (page.page !== 0 || page.content.length > 0 || q === '') return page;
  const similar = await users.listSimilar(viewer, q, isListed);
  return { ...page, content: similar.map(({ user }) => user).slice(0, page.size) };
}
