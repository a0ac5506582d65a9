import type { Database } from '@skein/db';
import type { Bus } from '../../platform/events/bus.ts';
import { NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { decidePendingRequest, findRequest } from './requests.repository.ts';
import type { RequestDecision } from './requests.repository.ts';

interface Dependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Accepts the messages of a user, whose devices are notified. Accepting them again changes nothing.
 * @throws NotFoundError when there are none, or they were declined
 */
export function acceptRequest(
  dependencies: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  return decide(dependencies, viewer, { userId, decision: 'accepted' });
}

/**
 * Declines the messages of a user, who is not notified. Declining them again changes nothing.
 * @throws NotFoundError when there is no request
 */
export function declineRequest(
  dependencies: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  return decide(dependencies, viewer, { userId, decision: 'declined' });
}

/** Declines the request of a user, if there is one. */
export async function declinePendingRequest(
  { database, bus }: Dependencies,
  viewer: Viewer,
  userId: string,
): Promise<boolean> {
  return decideIfPending({ database, bus }, viewer, { userId, decision: 'declined' });
}

interface Decision {
  userId: string;
  decision: RequestDecision;
}

async function decide(
  dependencies: Dependencies,
  viewer: Viewer,
  { userId, decision }: Decision,
): Promise<void> {
  if (!isId(userId)) throw requestNotFound();
  if (await decideIfPending(dependencies, viewer, { userId, decision })) return;
  const found = await findRequest(dependencies.database, viewer.userId, userId);
  const isRepeated = found !== null && (found.request ?? 'accepted') === decision;
  if (!isRepeated) throw requestNotFound();
}

async function decideIfPending(
  { database, bus }: Dependencies,
  viewer: Viewer,
  { userId, decision }: Decision,
): Promise<boolean> {
  const pair = { viewerId: viewer.userId, partnerId: userId.toLowerCase() };
  const isDecided = await decidePendingRequest(database, pair, decision);
  if (!isDecided) return false;
  bus.publish({ kind: 'conversation', userId: pair.viewerId, partnerId: pair.partnerId });
  // Now they can write more. Declining is not announced.
  if (decision === 'accepted')
    bus.publish({ kind: 'conversation', userId: pair.partnerId, partnerId: pair.viewerId });
  return true;
}

function requestNotFound(): NotFoundError {
  return new NotFoundError('error.messageRequestNotFound');
}
