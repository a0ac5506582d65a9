import type { ConversationPage, ConversationSettings } from '@skein/contracts/chat';
import type { Database } from '@skein/db';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { toPictureUrl, toUserDto, userNotFound } from '../users/index.ts';
import { decodeConversationCursor, encodeConversationCursor } from './conversation-cursor.ts';
import { findConversationPage } from './conversation-page.queries.ts';
import type { ConversationPageRow, PagePosition } from './conversation-page.queries.ts';
import { findGroupPage } from './groups.queries.ts';
import { toChatMessageDto, toOptionalDraftDto, toPartnerDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { canReact, canRead, messageNotFound } from './permission.policy.ts';

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
}

/** The settings of a conversation that does not exist yet. */
const initialSettings = { isMuted: true, isIgnored: false, isPinned: false };

/**
 * Returns a page of the messages with another user. Messages are numbered without gaps, so a page
 * is a range of numbers at any depth.
 * @throws NotFoundError, also for `around` or `after` a message that the viewer does not see in this
 * conversation; ValidationError for a cursor of another conversation
 */
export async function readConversation(
  dependencies: Dependencies,
  viewer: Viewer,
  userId: string,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const { page, size } = query;
  const found = await findPage(dependencies.database, viewer, userId, query);
  if (found === null) return readGroup(dependencies, viewer, userId, query);
  const { partnerId, conversation, fromSeq, user, messages } = found;
  const last = conversation === null || fromSeq === null || fromSeq <= conversation.clearedSeq + 1;
  return {
    content: messages.map((message) => toChatMessageDto(message, dependencies)),
    page: isNumbered(query) ? page : null,
    size,
    last,
    nextCursor: last ? null : encodeConversationCursor(partnerId, fromSeq),
    user: toPartnerDto(toUserDto(user), found.partner),
    group: null,
    settings: toSettings(conversation ?? initialSettings),
    isRequest: conversation?.request === 'pending',
    draft: toOptionalDraftDto(found.draft),
    canWrite: found.canMessage && !found.isAwaitingAnswer,
    isAwaitingAnswer: found.canMessage && found.isAwaitingAnswer,
    canReact: canReact(found),
    hasNewer: hasNewer(query, found),
    seenUpTo: conversation?.seenUpTo ?? null,
  };
}

/** Null if there is no such user, or the viewer may not know of them. */
async function findPage(
  database: Database,
  viewer: Viewer,
  userId: string,
  query: ConversationQuery,
): Promise<ConversationPageRow | null> {
  if (!isId(userId) || userId.toLowerCase() === viewer.userId) throw userNotFound();
  const position = toPosition(userId, query);
  const { size } = query;
  const found = await findConversationPage(database, viewer.userId, userId, { position, size });
  if (found === null || !canRead(found)) return null;
  if (isAtMessage(query) && found.toSeq === null) throw messageNotFound();
  return found;
}

/** @throws NotFoundError unless the viewer is a member of the group */
async function readGroup(
  dependencies: Dependencies,
  viewer: Viewer,
  groupId: string,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const { page, size } = query;
  const position = toPosition(groupId, query);
  const found = await findGroupPage(dependencies.database, viewer.userId, groupId, {
    position,
    size,
  });
  if (found === null) throw userNotFound();
  const { fromSeq, toSeq, lastSeq, clearedSeq, membersCount, isAdmin, isRequest } = found;
  if (isAtMessage(query) && toSeq === null) throw messageNotFound();
  const last = fromSeq === null || fromSeq <= clearedSeq + 1;
  const { id, name, pictureKey } = found.group;
  return {
    content: found.messages.map((message) => toChatMessageDto(message, dependencies)),
    page: isNumbered(query) ? page : null,
    size,
    last,
    nextCursor: last ? null : encodeConversationCursor(id, fromSeq),
    user: null,
    group: { id, name, picture: toPictureUrl(pictureKey), membersCount, isAdmin },
    settings: toSettings(found),
    isRequest,
    draft: toOptionalDraftDto(found.draft),
    canWrite: true,
    isAwaitingAnswer: false,
    canReact: !isRequest,
    hasNewer: isAtMessage(query) && toSeq !== null && toSeq < lastSeq,
    seenUpTo: found.seenUpTo,
  };
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

/** Mentions can be muted by members of a group only. */
export function toSettings(
  settings: Omit<ConversationSettings, 'isMentionMuted'> & { isMentionMuted?: boolean },
): ConversationSettings {
  const { isMuted, isIgnored, isPinned, isMentionMuted = false } = settings;
  return { isMuted, isIgnored, isPinned, isMentionMuted };
}
