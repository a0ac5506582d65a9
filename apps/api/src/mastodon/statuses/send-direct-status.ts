import { sendMessage } from '@skein/contracts/chat';
import { messageTypes } from '@skein/contracts/constants';
import type { MessageType } from '@skein/contracts/chat';
import { parseText } from '@skein/contracts/text';
import { shortenLocalHandles } from '../../domain/local-handles.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { parseInput } from '../../http/routes/parse-input.ts';
import { userNotFound } from '../../modules/users/index.ts';
import type { Author } from '../../modules/users/index.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { findMessage, listOtherMembers, loadDirectStatus } from './direct-statuses.ts';
import { unsupported } from '../pagination.ts';
import type { MastodonServices } from '../services.ts';
import type { StatusFields } from './status-fields.ts';

/**
 * Sends a status with the visibility `direct` as a message to the one user that it mentions, or in the
 * conversation of the message that it replies to.
 * @returns the status
 * @throws ValidationError for what a message cannot contain; NotFoundError, ForbiddenError
 */
export async function sendDirectStatus(
  services: MastodonServices,
  viewer: Viewer,
  idempotency: Idempotency,
  sent: StatusFields,
): Promise<object> {
  // The mention at the beginning is removed.
  const fields = { ...sent, status: shortenLocalHandles(sent.status, services.settings) };
  requireSupported(fields);
  const { members, ...target } = await findTarget(services, viewer, fields);
  const media = await findMedia(services, viewer, fields.media_ids[0]);
  const input = parseInput(sendMessage.body.schema, {
    ...target,
    content: withoutLeadingMentions(fields.status, members),
    replyToId: fields.in_reply_to_id,
    ...media,
  });
  const message = await services.chat.send(viewer, idempotency, input);
  return loadDirectStatus(services, viewer, message);
}

/** Apps begin a direct status with the names of its receivers, which a message does not contain. */
export function withoutLeadingMentions(text: string, members: readonly Author[]): string {
  const usernames = new Set(members.map(({ username }) => username));
  const segments = parseText(text);
  const isDropped = (segment: (typeof segments)[number]) =>
    segment.type === 'mention' ? usernames.has(segment.username) : segment.text.trim() === '';
  if (segments[0]?.type !== 'mention' || !isDropped(segments[0])) return text;
  const first = segments.findIndex((segment) => !isDropped(segment));
  const rest = first === -1 ? [] : segments.slice(first);
  return rest
    .map((segment) => segment.text)
    .join('')
    .trimStart();
}

function requireSupported(fields: StatusFields): void {
  const rejected = [
    ['poll', fields.poll, 'error.app.messagePoll'],
    ['spoiler_text', fields.spoiler_text, 'error.app.messageWarning'],
    ['scheduled_at', fields.scheduled_at, 'error.app.messageScheduled'],
    ['quoted_status_id', fields.quoted_status_id, 'error.app.messageQuote'],
    ['media_ids', fields.media_ids.length > 1, 'error.app.messageFiles'],
  ] as const;
  for (const [path, value, message] of rejected) {
    if (value) throw unsupported(path, message);
  }
}

/** The conversation or the user to send to, with the members that a client may mention as its receivers. */
async function findTarget(
  services: MastodonServices,
  viewer: Viewer,
  { status, in_reply_to_id: parentId }: StatusFields,
): Promise<{ members: Author[]; conversationId?: string; receiverId?: string }> {
  const mentioned = new Set(
    parseText(status).flatMap((segment) => (segment.type === 'mention' ? [segment.username] : [])),
  );
  if (typeof parentId === 'string') {
    const parent = await findMessage(services, viewer, parentId);
    if (parent === null) {
      throw unsupported('in_reply_to_id', 'error.app.messageReply');
    }
    const members = await listOtherMembers(services, viewer, parent);
    if (members.length === 0) throw userNotFound();
    for (const { username } of members) mentioned.delete(username);
    const { conversationId } = parent;
    // A message to a group may mention any user.
    if (mentioned.size === 0 || parent.group !== null) return { members, conversationId };
  }
  const [username, ...others] = mentioned;
  const receiver =
    username === undefined || others.length > 0 || typeof parentId === 'string'
      ? null
      : await findAuthor(services, viewer, username);
  if (receiver !== null) return { members: [receiver], receiverId: receiver.id };
  throw unsupported('visibility', 'error.app.messageReceiver');
}

async function findAuthor(
  { users }: Pick<MastodonServices, 'users'>,
  viewer: Viewer,
  username: string,
): Promise<Author | null> {
  try {
    return await users.getAuthor(viewer, username);
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}

async function findMedia(
  { media }: Pick<MastodonServices, 'media'>,
  viewer: Viewer,
  id: string | undefined,
) {
  if (id === undefined) return {};
  const { mediaUrl, mediaType } = await media.getOwn(viewer, id);
  if (!isMessageType(mediaType)) {
    throw unsupported('media_ids', 'error.app.messageFileType');
  }
  return { mediaUrl, messageType: mediaType };
}

function isMessageType(type: string): type is MessageType {
  return messageTypes.some((known) => known === type);
}
