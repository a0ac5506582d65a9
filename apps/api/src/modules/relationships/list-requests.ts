import type { FollowRequest, SentFollowRequest } from '@skein/contracts/relationships';
import type { Page } from '@skein/contracts/http';
import { z } from 'zod';
import { invalidCursor, decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { highestId, isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { UsersModule } from '../users/index.ts';
import { toFollowRequestDto, toSentFollowRequestDto } from './follows.serializer.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import { selectPendingRequests, selectSentRequests } from './relationships.queries.ts';

const cursorSchema = z.tuple([z.literal('sent'), z.string().refine(isId)]);

/** Pending requests to follow the viewer. */
export async function listPendingRequests(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  limit: number,
): Promise<FollowRequest[]> {
  const listed = await users.listUsers(viewer, selectPendingRequests(viewer.userId, limit));
  return listed.map(toFollowRequestDto);
}

/**
 * The viewer's own pending follow requests.
 * @throws ValidationError for a cursor of another list
 */
export async function listSentRequests(
  users: Pick<UsersModule, 'listUsers'>,
  viewer: Viewer,
  { page, size, cursor }: PageQuery,
): Promise<Page<SentFollowRequest>> {
  const isByPage = cursor === undefined;
  const belowId = isByPage ? highestId : decodeId(cursor);
  // One row more than the page shows whether there is a next page.
  const range = { belowId, skip: isByPage ? page * size : 0, take: size + 1 };
  const listed = await users.listUsers(viewer, selectSentRequests(viewer.userId, range));
  const content = listed.slice(0, size).map(toSentFollowRequestDto);
  const end = content.at(-1);
  const last = listed.length <= size;
  return {
    content,
    page: isByPage ? page : null,
    size,
    last,
    nextCursor: last || end === undefined ? null : encodeCursor(['sent', end.id]),
  };
}

function decodeId(cursor: string): string {
  const [, id] = decodeCursor(cursorSchema, cursor) ?? [];
  if (id === undefined) throw invalidCursor();
  return id;
}
