import type { ConversationPage, ConversationSettings } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toUserDto, userNotFound } from '../users/index.ts';
import { decodeConversationCursor, encodeConversationCursor } from './conversation-cursor.ts';
import { findConversationPage } from './conversation-page.queries.ts';
import type { ConversationPageRow, PagePosition } from './conversation-page.queries.ts';
import { toChatMessageDto, toDraftDto, toPartnerDto } from './messages.serializer.ts';
import { canReact, canRead, messageNotFound } from './permission.policy.ts';

export interface ConversationQuery {
  page: number;
  size: number;
  cursor?: string | undefined;
  /** The id of a message. */
  around?: string | undefined;
  after?: string | undefined;
}

/** The settings of a conversation that does not exist yet. */
const initialSettings: ConversationSettings = { isMuted: true, isIgnored: false, isPinned: false };

/**
 * Returns a page of the messages with another user. Messages are numbered without gaps, so a page
 * is a range of numbers at any depth.
 * @throws NotFoundError, also for `around` or `after` a message that the viewer does not see in this
 * conversation; ValidationError for a cursor of another conversation
 */
export async function readConversation(
  { database }: { database: Database },
  viewer: Viewer,
  userId: string,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const { page, size } = query;
  const found = await requirePage(database, viewer, userId, query);
  const { partnerId, conversation, fromSeq, user, messages } = found;
  const last = conversation === null || fromSeq === null || fromSeq <= conversation.clearedSeq + 1;
  return {
    content: messages.map(toChatMessageDto),
    page: isNumbered(query) ? page : null,
    size,
    last,
    nextCursor: last ? null : encodeConversationCursor(partnerId, fromSeq),
    user: toPartnerDto(toUserDto(user), found.partner),
    settings: toSettings(conversation ?? initialSettings),
    isRequest: conversation?.request === 'pending',
    draft: found.draft && toDraftDto(found.draft),
    canWrite: found.canMessage && !found.isAwaitingAnswer,
    isAwaitingAnswer: found.canMessage && found.isAwaitingAnswer,
    canReact: canReact(found),
    hasNewer: hasNewer(query, found),
    seenUpTo: conversation?.seenUpTo ?? null,
  };
}

async function requirePage(
  database: Database,
  viewer: Viewer,
  userId: string,
  query: ConversationQuery,
): Promise<ConversationPageRow> {
  if (!isId(userId) || userId.toLowerCase() === viewer.userId) throw userNotFound();
  const position = toPosition(userId, query);
  const { size } = query;
  const found = await findConversationPage(database, viewer.userId, userId, { position, size });
  if (found === null || !canRead(found)) throw userNotFound();
  if (isAtMessage(query) && found.toSeq === null) throw messageNotFound();
  return found;
}

function toPosition(
  userId: string,
  { page, size, cursor, around, after }: ConversationQuery,
): PagePosition {
  if (around !== undefined) return { around };
  if (after !== undefined) return { after };
  if (cursor === undefined) return { skip: page * size };
  return { beforeSeq: decodeConversationCursor(userId.toLowerCase(), cursor) };
}

const isAtMessage = ({ around, after }: ConversationQuery): boolean =>
  around !== undefined || after !== undefined;

const isNumbered = (query: ConversationQuery): boolean =>
  query.cursor === undefined && !isAtMessage(query);

function hasNewer(query: ConversationQuery, { conversation, toSeq }: ConversationPageRow): boolean {
  if (!isAtMessage(query) || conversation === null || toSeq === null) return false;
  return toSeq < conversation.lastSeq;
}

export function toSettings(settings: ConversationSettings): ConversationSettings {
  const { isMuted, isIgnored, isPinned } = settings;
  return { isMuted, isIgnored, isPinned };
}
