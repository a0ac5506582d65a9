import type { ChatMessage, MessageType } from '@skein/contracts/chat';
import { serverMessageIdPrefix } from '@skein/contracts/limits';
import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import type { Creation } from '../../http/creation.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, UnavailableError, ValidationError } from '../../platform/errors.ts';
import { isOutage } from '../../platform/outages.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { MediaModule } from '../media/index.ts';
import type { MessageRow } from './messages.hydrator.ts';
import { findNamedMessage, insertMessage } from './messages.repository.ts';
import type { NewMessage } from './messages.repository.ts';
import { toChatMessageDto } from './messages.serializer.ts';
import { refusalToWrite, requireOther } from './standing.policy.ts';
import { findStanding } from './standing.queries.ts';

export interface MessageInput {
  receiverId: string;
  content: string;
  messageType: MessageType;
  mediaUrl?: string | null | undefined;
  clientMessageId?: string | null | undefined;
}

interface Dependencies {
  database: Database;
  clock: Clock;
  media: Pick<MediaModule, 'claim'>;
  bus: Pick<Bus, 'publish'>;
}

interface Draft extends NewMessage {
  mediaUrl: string | null;
}

/**
 * Sends a message. The same `clientMessageId` or `Idempotency-Key` again returns the message that was
 * created first.
 * @throws ValidationError when there is nothing in it, it is to oneself, or its file is not the
 *   sender's to use; NotFoundError, ForbiddenError; ConflictError for a name of another message
 */
export async function sendMessage(
  dependencies: Dependencies,
  viewer: Viewer,
  creation: Creation,
  input: MessageInput,
): Promise<ChatMessage> {
  const draft = toDraft(viewer, creation, input, dependencies.clock.now());
  const made = await store(dependencies, draft);
  if (made === null) return answerUnmade(dependencies, draft);
  const message = toChatMessageDto(made);
  dependencies.bus.publish({ kind: 'message', userIds: [message.senderId, message.receiverId] });
  return message;
}

function toDraft(viewer: Viewer, creation: Creation, input: MessageInput, now: Date): Draft {
  requireOther(viewer, 'receiverId', input.receiverId);
  const { receiverId, messageType: type } = input;
  // The same request again, by its `Idempotency-Key`, gives the message the same name.
  const clientMessageId = input.clientMessageId ?? `${serverMessageIdPrefix}${creation.id}`;
  const content = input.content.trim();
  const mediaUrl = input.mediaUrl === '' ? null : (input.mediaUrl ?? null);
  if (type === 'text' && mediaUrl !== null) {
    throw new ValidationError([{ path: 'mediaUrl', message: 'A text has no file.' }]);
  }
  if (type !== 'text' && mediaUrl === null) {
    const message = 'Send the address of an uploaded file, or a text.';
    throw new ValidationError([{ path: 'mediaUrl', message }]);
  }
  if (content === '' && mediaUrl === null) {
    throw new ValidationError([{ path: 'content', message: 'Write a message.' }]);
  }
  return { senderId: viewer.userId, receiverId, type, content, clientMessageId, now, mediaUrl };
}

/** Null where the database did not take it: `answerUnmade` knows why. */
async function store(dependencies: Dependencies, draft: Draft): Promise<MessageRow | null> {
  try {
    return await insertWhole(dependencies, draft);
  } catch (error) {
    if (isOutage(error)) throw error;
    // The same message, sent twice at once: the other one was faster.
    if ((await findNamedMessage(dependencies.database, draft)) === null) throw error;
    return null;
  }
}

async function insertWhole(
  { database, media }: Dependencies,
  { mediaUrl, ...message }: Draft,
): Promise<MessageRow | null> {
  if (mediaUrl === null) return insertMessage(database, message);
  return database.$transaction(async (tx) => {
    const row = await insertMessage(tx, message);
    if (row === null) return null;
    const file = await media.claim(tx, {
      ownerId: message.senderId,
      mediaUrl,
      mediaType: message.type === 'text' ? undefined : message.type,
      usedBy: { messageId: row.id },
      position: 0,
      altText: null,
    });
    return { ...row, media: file };
  });
}

async function answerUnmade({ database }: Dependencies, draft: Draft): Promise<ChatMessage> {
  const earlier = await findNamedMessage(database, draft);
  if (earlier !== null) return answerAgain(toChatMessageDto(earlier), draft);
  const standing = await findStanding(database, draft.senderId, draft.receiverId);
  const busy = 'This conversation was just being changed. Please try again.';
  throw refusalToWrite(standing) ?? new UnavailableError(busy);
}

function answerAgain(earlier: ChatMessage, draft: Draft): ChatMessage {
  const isSame =
    earlier.receiverId === draft.receiverId.toLowerCase() &&
    // Of what was taken back nothing is left to compare.
    (earlier.isDeleted ||
      (earlier.messageType === draft.type &&
        earlier.content === draft.content &&
        earlier.mediaUrl === draft.mediaUrl));
  if (isSame) return earlier;
  throw new ConflictError('conflict', 'Another message was sent under this name before.');
}
