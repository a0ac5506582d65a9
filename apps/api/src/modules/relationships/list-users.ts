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

/** @throws ValidationError for a cursor that is none */
export async function listUsers(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  { page, size, cursor }: UsersQuery,
  select: (range: UsersRange) => Prisma.Sql,
): Promise<UsersPage> {
  const after = cursor === undefined ? null : decodeUsersCursor(cursor);
  // One more than the page tells whether it is the last.
  const range = { after, skip: after === null ? page * size : 0, take: size + 1 };
  const listed = await users.listUsers(viewer, select(range));
  const content = listed.slice(0, size);
  const end = content.at(-1);
  const last = listed.length <= size;
  return {
    content: content.map(({ person }) => person),
    page: after === null ? page : null,
    size,
    last,
    nextCursor:
      last || !end?.since ? null : encodeUsersCursor({ since: end.since, id: end.person.id }),
  };
}

/**
 * A first page; where nobody in the list has the text, those with similar names. These are few: there
 * is no further page.
 */
export async function withSimilar(
  users: Pick<UsersModule, 'listSimilar'>,
  viewer: Viewer,
  { page, q, isListed }: { page: UsersPage; q: string; isListed: Prisma.Sql },
): Promise<UsersPage> {
  if (page.page !== 0 || page.content.length > 0 || q === '') return page;
  const similar = await users.listSimilar(viewer, q, isListed);
  return { ...page, content: similar.map(({ person }) => person).slice(0, page.size) };
}
