import type { FoundMessagesPage } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { z } from 'zod';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../platform/cursor.ts';
import { highestId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findMatches } from '../../search/index.ts';
import { toConversationFields } from '../conversations/conversation.serializer.ts';
import { parseMessageQuery } from './message-query.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { findMessages } from './search-messages.queries.ts';

export interface MessageSearchInput {
  q: string;
  page: number;
  size: number;
  groups?: boolean;
  cursor?: string | undefined;
}

const cursorSchema = z.tuple([z.literal(1), z.literal('messages'), z.string(), z.uuid()]);

/**
 * Finds messages in the viewer's inbox, newest first.
 * @throws ValidationError for a cursor of another search
 */
export async function searchMessages(
  { database, hasLinkCards }: SerializerContext & { database: Database },
  viewer: Viewer,
  { q, page, size, groups = false, cursor }: MessageSearchInput,
): Promise<FoundMessagesPage> {
  const query = parseMessageQuery(q);
  const position =
    cursor === undefined
      ? { belowId: highestId, skip: page * size }
      : { belowId: decode(q, cursor), skip: 0 };
  // One row more than the page shows whether there is a next page.
  const rows =
    query === null
      ? []
      : await findMessages(database, { viewerId: viewer.userId, hasGroups: groups }, query, {
          ...position,
          limit: size + 1,
        });
  const found = rows.slice(0, size);
  const lastId = rows.length > size ? found.at(-1)?.id : undefined;
  return {
    content: found.map((row) => ({
      message: toChatMessageDto(row, { hasLinkCards }),
      ...toConversationFields({ ...row, counterpart: row.other }),
      matches: findMatches(row.content, {
        phrases: query?.parts ?? [],
        prefixes: query?.prefixes ?? [],
        tags: [],
      }),
    })),
    page: cursor === undefined ? page : null,
    size,
    last: lastId === undefined,
    nextCursor: lastId === undefined ? null : encodeCursor([1, 'messages', q, lastId]),
  };
}

function decode(q: string, cursor: string): string {
  const [, , ofQuery, belowId] = decodeCursor(cursorSchema, cursor) ?? [];
  if (belowId === undefined || ofQuery !== q) throw invalidCursor();
  return belowId;
}
