import type { UsersPage } from '@skein/contracts/relationships';
import type { Prisma } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { decodeUsersCursor, encodeUsersCursor } from './users-cursor.ts';
import type { UsersRange } from './relationships.queries.ts';

export interface UsersQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** @throws ValidationError for an invalid cursor */
export async function listUsers(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  { page, size, cursor }: UsersQuery,
  select: (range: UsersRange) => Prisma.Sql,
): Promise<UsersPage> {
  const after = cursor === undefined ? null : decodeUsersCursor(cursor);
  // One row more than the page shows whether there is a next page.
  const range = { after, skip: after === null ? page * size : 0, take: size + 1 };
  const listed = await users.listUsers(viewer, select(range));
  const content = listed.slice(0, size);
  const end = content.at(-1);
  const last = listed.length <= size;
  return {
    content: content.map(({ user }) => user),
    page: after === null ? page : null,
    size,
    last,
    nextCursor:
      last || !end?.since ? null : encodeUsersCursor({ since: end.since, id: end.user.id }),
  };
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
