import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { userNotFound } from '../users/index.ts';
import { listTypingReaders } from './group-state.repository.ts';
import { findSendError, requireOtherUser } from './permission.policy.ts';
import { findPermission } from './permission.queries.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Notifies another user that the viewer is typing, unless they ignore the viewer, one of them has
 * not accepted the messages of the other, or one has turned typing indicators off.
 * @throws the errors of `sendMessage`
 */
export async function sendTyping(
  { database, bus }: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  requireOtherUser(viewer, 'userId', userId);
  const permission = isId(userId) ? await findPermission(database, viewer.userId, userId) : null;
  if (permission === null) return sendGroupTyping({ database, bus }, viewer, userId);
  const error = findSendError(permission);
  if (error !== null) throw error;
  const { partnerId, isIgnoredByPartner, isRequestToPartner, sharesTyping, conversation } =
    permission;
  const isRequest = isRequestToPartner || (conversation?.request ?? null) !== null;
  if (sharesTyping && !isIgnoredByPartner && !isRequest)
    bus.publish({ kind: 'typing', userId: viewer.userId, partnerId });
}

/** @throws NotFoundError unless this is a group of the viewer */
async function sendGroupTyping(
  { database, bus }: Dependencies,
  { userId }: Viewer,
  groupId: string,
): Promise<void> {
  const userIds = isId(groupId)
    ? await listTypingReaders(database, { viewerId: userId, groupId })
    : null;
  if (userIds === null) throw userNotFound();
  bus.publish({ kind: 'group-typing', groupId: groupId.toLowerCase(), userId, userIds });
}
