import type { ConversationPage } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { z } from 'zod';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../platform/cursor.ts';
import { isId } from '../../../platform/ids.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { userNotFound } from '../../users/index.ts';
import { toChatMessageDto } from '../messages/messages.serializer.ts';
import type { SerializerContext } from '../messages/messages.serializer.ts';
import { listUndelivered } from '../remote/remote-messages.repository.ts';
import { findConversationPage } from './conversation-page.queries.ts';
import type { ConversationPageRow, PagePosition } from './conversation-page.queries.ts';
import { toConversationFields, toOptionalDraftDto, toSettings } from './conversation.serializer.ts';
import { canReact, canRead, findWriteError, messageNotFound } from './permission.policy.ts';

/** A position in a conversation: before the message with this number. */
const cursorSchema = z.tuple([z.literal(1), z.literal('chat'), z.uuid(), z.int32().positive()]);

export interface ConversationQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
  /** The id of a message. */
  around?: string | undefined;
  after?: string | undefined;
}

interface Dependencies extends SerializerContext {
  database: Database;
  isFederated: boolean;
}

/**
 * Returns a page of the messages of a conversation, given its id or the id of the other user. Messages are numbered
 * without gaps, so a page is a range of numbers at any depth.
 * @throws NotFoundError, also for `around` or `after` a message that the viewer does not see in this
 * conversation; ValidationError for a cursor of another conversation
 */
export async function readConversation(
  { database, isFederated, ...context }: Dependencies,
  viewer: Viewer,
  id: string,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const { size } = query;
  const found = await findPage(database, viewer, id, query);
  const { membership, fromSeq, toSeq } = found;
  const { clearedSeq, lastSeq } = membership ?? { clearedSeq: 0, lastSeq: 0 };
  const last = fromSeq === null || fromSeq <= clearedSeq + 1;
  return {
    content: found.messages.map((message) => toChatMessageDto(message, context)),
    page: query.cursor === undefined && !isAtMessage(query) ? query.page : null,
    size,
    last,
    nextCursor: last ? null : encodeCursor([1, 'chat', found.id, fromSeq]),
    ...toConversationFields({
      ...found,
      conversationId: found.id,
      isAdmin: membership?.isAdmin ?? false,
    }),
    settings: toSettings(membership),
    isRequest: membership?.request === 'pending',
    draft: toOptionalDraftDto(found.draft),
    ...toPermissions(found, isFederated),
    hasNewer: isAtMessage(query) && toSeq !== null && toSeq < lastSeq,
    seenUpTo: found.seenUpTo,
    undeliveredIds: await listUndelivered(database, found),
  };
}

function toPermissions(found: ConversationPageRow, isFederated: boolean) {
  const mayWrite = findWriteError(found, { isFederated }) === null;
  const isAwaitingAnswer = mayWrite && found.other?.isAwaited === true;
  const canWrite = mayWrite && !isAwaitingAnswer;
  const sendsRequest = canWrite && found.other?.isKnownRequest === true;
  return { canWrite, isAwaitingAnswer, sendsRequest, canReact: canReact(found) };
}

async function findPage(
  database: Database,
  viewer: Viewer,
  id: string,
  query: ConversationQuery,
): Promise<ConversationPageRow> {
  if (!isId(id)) throw userNotFound();
  const { position, conversationId } = toPosition(query);
  const { size } = query;
  const found = await findConversationPage(database, viewer.userId, id, { position, size });
  if (found === null || !canRead(found)) throw userNotFound();
  if (conversationId !== null && conversationId !== found.id) throw invalidCursor();
  if (isAtMessage(query) && found.toSeq === null) throw messageNotFound();
  return found;
}

/** With the conversation of the cursor. */
function toPosition({ page, size, cursor, around, after }: ConversationQuery): {
  position: PagePosition;
  conversationId: string | null;
} {
  const conversationId = null;
  if (around !== undefined) return { position: { around }, conversationId };
  if (after !== undefined) return { position: { after }, conversationId };
  if (cursor === undefined) return { position: { skip: page * size }, conversationId };
  const decoded = decodeCursor(cursorSchema, cursor);
  if (!decoded) throw invalidCursor();
  return { position: { beforeSeq: decoded[3] }, conversationId: decoded[2] };
}

const isAtMessage = ({ around, after }: ConversationQuery): boolean =>
  around !== undefined || after !== undefined;
