import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { FollowRepositories } from './follow-user.ts';

interface Dependencies extends FollowRepositories {
  clock: Clock;
}

type Decision = 'approved' | 'rejected';

/**
 * Approves or rejects a request to follow the viewer. The same decision again changes nothing.
 * @throws NotFoundError also for a request to somebody else and one that was withdrawn
 * @throws ConflictError when it was decided otherwise
 */
export async function decideRequest(
  { follows, requests, clock }: Dependencies,
  viewer: Viewer,
  requestId: string,
  status: Decision,
): Promise<void> {
  const requesterId = isId(requestId) && (await requests.findRequester(requestId, viewer.userId));
  if (!requesterId) throw requestNotFound();
  await follows.inPairTransaction([viewer.userId, requesterId], async (transaction) => {
    // As it stands now that nobody else can change it.
    const request = await requests.find(transaction, requestId, viewer.userId);
    if (request === null) throw requestNotFound();
    if (request.status === status) return;
    if (request.status !== 'pending') throw decidedOtherwise(request.status);
    await requests.decide(transaction, requestId, { status, decidedAt: clock.now() });
    if (status === 'rejected') return;
    const pair = { followerId: requesterId, followeeId: viewer.userId };
    await follows.insertFollow(transaction, pair, 'follow_approved');
  });
}

function requestNotFound(): NotFoundError {
  return new NotFoundError('This follow request does not exist any more.');
}

function decidedOtherwise(status: Decision): ConflictError {
  return new ConflictError('conflict', `This follow request has been ${status} already.`);
}
