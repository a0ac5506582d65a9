import type { PeoplePage } from '@skein/contracts/relationships';
import type { Prisma } from '@skein/db';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { decodePeopleCursor, encodePeopleCursor } from './people-cursor.ts';
import type { PeopleExtent } from './people.queries.ts';

export interface PeopleQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
}

/** @throws ValidationError for a cursor that is none */
export async function listPeople(
  users: Pick<UsersModule, 'listPeople'>,
  viewer: Viewer,
  { page, size, cursor }: PeopleQuery,
  select: (extent: PeopleExtent) => Prisma.Sql,
): Promise<PeoplePage> {
  const after = cursor === undefined ? null : decodePeopleCursor(cursor);
  // One more than the page tells whether it is the last.
  const extent = { after, skip: after === null ? page * size : 0, take: size + 1 };
  const listed = await users.listPeople(viewer, select(extent));
  const content = listed.slice(0, size);
  const end = content.at(-1);
  const last = listed.length <= size;
  return {
    content: content.map(({ person }) => person),
    page: after === null ? page : null,
    size,
    last,
    nextCursor:
      last || !end?.since ? null : encodePeopleCursor({ since: end.since, id: end.person.id }),
  };
}

/**
 * A first page; where nobody in the list has the text, those with similar names. These are few: there
 * is no further page.
 */
export async function withSimilar(
  users: Pick<UsersModule, 'listSimilar'>,
  viewer: Viewer,
  { page, q, isListed }: { page: PeoplePage; q: string; isListed: Prisma.Sql },
): Promise<PeoplePage> {
  if (page.page !== 0 || page.content.length > 0 || q === '') return page;
  const similar = await users.listSimilar(viewer, q, isListed);
  return { ...page, content: similar.map(({ person }) => person).slice(0, page.size) };
}
