import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import { success } from '../../../platform/results.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { findConversation } from '../conversations/conversation.queries.ts';
import type { ViewedConversation } from '../conversations/conversation.queries.ts';
import type { GroupsDependencies } from '../conversations/groups.ts';
import { declineGroup } from '../members/change-members.ts';
import { decidePendingRequest } from './requests.repository.ts';
import type { RequestDecision } from './requests.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Accepts the messages of a user, whose devices are notified, or a group. Accepting them again changes nothing.
 * @throws NotFoundError when there are none, or they were declined
 */
export async function acceptRequest(dependencies: Dependencies, viewer: Viewer, id: string) {
  const conversation = await requireRequest(dependencies.database, viewer, id);
  await decide(dependencies, viewer, conversation, 'accepted');
  return success(
    conversation.kind === 'group' ? 'success.groupJoined' : 'success.messageRequestAccepted',
  );
}

/**
 * Declines the messages of a user, who is not notified, or leaves a group. Declining messages again changes nothing.
 * @throws NotFoundError when there is no request
 */
export async function declineRequest(dependencies: GroupsDependencies, viewer: Viewer, id: string) {
  const conversation = await requireRequest(dependencies.database, viewer, id);
  if (conversation.kind === 'group') {
    await declineGroup(dependencies, viewer, conversation.id);
    return success('success.groupLeft');
  }
  await decide(dependencies, viewer, conversation, 'declined');
  return success('success.messageRequestDeclined');
}

/** Declines the request of a user, if there is one. */
export async function declinePendingRequest(
  dependencies: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<boolean> {
  const conversation = await findConversation(dependencies.database, viewer.userId, userId);
  return (
    conversation?.kind === 'direct' &&
    decideIfPending(dependencies, viewer, conversation, 'declined')
  );
}

async function requireRequest(
  database: Database,
  viewer: Viewer,
  id: string,
): Promise<ViewedConversation> {
  const conversation = isId(id) ? await findConversation(database, viewer.userId, id) : null;
  if (conversation === null || conversation.other?.hasWritten === false) throw requestNotFound();
  return conversation;
}

async function decide(
  dependencies: Dependencies,
  viewer: Viewer,
  conversation: ViewedConversation,
  decision: RequestDecision,
): Promise<void> {
  if (await decideIfPending(dependencies, viewer, conversation, decision)) return;
  const current = await findConversation(dependencies.database, viewer.userId, conversation.id);
  const isRepeated = (current?.membership?.request ?? 'accepted') === decision;
  if (!isRepeated) throw requestNotFound();
}

async function decideIfPending(
  { database, bus }: Dependencies,
  { userId }: Viewer,
  { id: conversationId, other }: ViewedConversation,
  decision: RequestDecision,
): Promise<boolean> {
  const isDecided = await decidePendingRequest(database, { conversationId, userId }, decision);
  if (!isDecided) return false;
  // The sender can write more after accepting. Declining is not announced.
  const senderIds = decision === 'accepted' && other !== null ? [other.id] : [];
  bus.publish({ kind: 'conversation', conversationId, userIds: [userId, ...senderIds] });
  return true;
}

function requestNotFound(): NotFoundError {
  return new NotFoundError('error.messageRequestNotFound');
}
