import type { ChatMessage } from '@skein/contracts/chat';
import { serverMessageIdPrefix } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, UnavailableError, ValidationError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import type { Charge, ProtectionModule } from '../protection/index.ts';
import type { LinkCards, ThreadsModule } from '../threads/index.ts';
import { isMember } from './group-state.repository.ts';
import { findCardUrl, toLink } from './message-card.ts';
import { claimFiles, hasSameFiles, toFiles } from './message-files.ts';
import type { AttachedFile, FilesInput } from './message-files.ts';
import { findByClientMessageId, findMessage, insertMessage } from './messages.repository.ts';
import type { InsertedMessage, NewMessage } from './messages.repository.ts';
import { insertIntoGroup } from './send-group-message.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import type { SerializerContext } from './messages.serializer.ts';
import { findSendError, requireContent, requireOtherUser } from './permission.policy.ts';
import { findPermission } from './permission.queries.ts';

export interface MessageInput extends FilesInput {
  receiverId: string;
  content: string;
  replyToId?: string | null | undefined;
  sharedThreadId?: string | null | undefined;
  clientMessageId?: string | null | undefined;
}

interface Dependencies extends SerializerContext {
  database: Database;
  clock: Clock;
  threads: Pick<ThreadsModule, 'requireVisible'>;
  media: Pick<MediaModule, 'claim'>;
  linkCards: Pick<LinkCards, 'find' | 'request'>;
  protection: Pick<ProtectionModule, 'countMessage' | 'refund'>;
  bus: Pick<Bus, 'publish'>;
}

interface Draft extends NewMessage {
  cardUrl: string | null;
  files: AttachedFile[];
}

/**
 * Sends a message. Repeating a `clientMessageId` or `Idempotency-Key` returns the message that was
 * created first.
 * @throws ValidationError for an empty message, a message to oneself, or a file that the sender may
 * not use; NotFoundError, also for a thread that the sender may not see; ForbiddenError; ConflictError when the `clientMessageId` belongs to
 * another message; RateLimitedError by the automatic protection
 */
export async function sendMessage(
  dependencies: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: MessageInput,
): Promise<ChatMessage> {
  const draft = toDraft(dependencies, viewer, idempotency, input);
  const inserted = await tryInsert(dependencies, viewer, draft);
  if (inserted === null) return resolveNotInserted(dependencies, draft);
  const message = toChatMessageDto(inserted, dependencies);
  const userIds = inserted.memberIds ?? [draft.senderId, message.receiverId];
  dependencies.bus.publish({ kind: 'message', userIds });
  if (inserted.isLastOfRequest === true) {
    const partnerId = message.receiverId;
    dependencies.bus.publish({ kind: 'conversation', userId: draft.senderId, partnerId });
  }
  await dependencies.linkCards.request(draft.senderId, [
    toLink(inserted.linkCardId, draft.cardUrl),
  ]);
  return message;
}

function toDraft(
  { linkCards, clock }: Dependencies,
  viewer: Viewer,
  idempotency: Idempotency,
  input: MessageInput,
): Draft {
  requireOtherUser(viewer, 'receiverId', input.receiverId);
  const { receiverId, messageType: type, replyToId = null, sharedThreadId = null } = input;
  // A repeated request has the same `Idempotency-Key` and therefore the same id.
  const clientMessageId = input.clientMessageId ?? `${serverMessageIdPrefix}${idempotency.id}`;
  const content = input.content.trim();
  const files = toFiles(input);
  requireContent({ content, type, sharedThreadId });
  const text = { type, content, clientMessageId, replyToId, sharedThreadId };
  const cardUrl = findCardUrl(linkCards, text);
  return { senderId: viewer.userId, receiverId, ...text, cardUrl, now: clock.now(), files };
}

/** In a group, with the members who receive it. */
type DeliveredMessage = InsertedMessage & { memberIds?: string[] };

/** Null when nothing was inserted; `resolveNotInserted` finds the reason. */
async function tryInsert(
  dependencies: Dependencies,
  viewer: Viewer,
  draft: Draft,
): Promise<DeliveredMessage | null> {
  const { sharedThreadId = null } = draft;
  const { protection } = dependencies;
  let charges: Charge[] = [];
  try {
    if (sharedThreadId !== null) await dependencies.threads.requireVisible(viewer, sharedThreadId);
    charges = await protection.countMessage(viewer, draft);
    const row =
      (await insertWithMedia(dependencies, draft)) ?? (await insertIntoGroup(dependencies, draft));
    if (row === null) await protection.refund(charges);
    return row;
  } catch (error) {
    if (isOutage(error)) throw error;
    await protection.refund(charges);
    // An earlier or concurrent request has inserted the same message.
    if ((await findByClientMessageId(dependencies.database, draft)) === null) throw error;
    return null;
  }
}

async function insertWithMedia(
  { database, media }: Dependencies,
  { files, ...message }: Draft,
): Promise<InsertedMessage | null> {
  if (files.length === 0) return insertMessage(database, message);
  return database.$transaction(async (tx) => {
    const row = await insertMessage(tx, message);
    if (row === null) return null;
    return { ...row, ...(await claimFiles(media, tx, { ...message, id: row.id, files })) };
  });
}

const busyMessage = 'error.conversationBusy';

async function resolveNotInserted(
  { database, hasLinkCards }: Dependencies,
  draft: Draft,
): Promise<ChatMessage> {
  const earlier = await findByClientMessageId(database, draft);
  if (earlier !== null) {
    return requireSameMessage(toChatMessageDto(earlier, { hasLinkCards }), draft);
  }
  if (await isMember(database, { viewerId: draft.senderId, groupId: draft.receiverId })) {
    await requireQuotedMessage(database, draft);
    throw new UnavailableError(busyMessage);
  }
  const permission = await findPermission(database, draft.senderId, draft.receiverId);
  const error = findSendError(permission);
  if (error !== null) throw error;
  await requireQuotedMessage(database, draft);
  throw new UnavailableError(busyMessage);
}

async function requireQuotedMessage(
  database: Database,
  { senderId, receiverId, replyToId = null }: Draft,
): Promise<void> {
  if (replyToId === null) return;
  const quoted = await findMessage(database, senderId, replyToId);
  const quotedIn = quoted?.group?.id ?? quoted?.partner.id;
  if (quoted?.type !== 'system' && quotedIn === receiverId.toLowerCase()) return;
  const message = 'error.messageQuotedForeign';
  throw new ValidationError([{ path: 'replyToId', message }]);
}

function requireSameMessage(earlier: ChatMessage, draft: Draft): ChatMessage {
  const isSame =
    earlier.receiverId === draft.receiverId.toLowerCase() &&
    isSameId(earlier.replyTo?.id, draft.replyToId) &&
    // A deleted message has no content left to compare.
    (earlier.isDeleted || hasSameContent(earlier, draft));
  if (isSame) return earlier;
  throw new ConflictError('conflict', 'error.messageNameUsed');
}

const hasSameContent = (earlier: ChatMessage, draft: Draft): boolean =>
  earlier.messageType === draft.type &&
  (earlier.content === draft.content || isEdited(earlier)) &&
  isSameId(earlier.sharedThreadId, draft.sharedThreadId) &&
  hasSameFiles(earlier, draft.files);

type OptionalId = string | null | undefined;

const isSameId = (first: OptionalId, second: OptionalId): boolean =>
  (first ?? null) === (second?.toLowerCase() ?? null);

const isEdited = ({ editedAt }: ChatMessage): boolean => editedAt !== null;
