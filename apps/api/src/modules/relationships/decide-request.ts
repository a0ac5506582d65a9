import { enqueueFollow } from '../../domain/events/federation-writer.queries.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { inPairTransaction, insertFollow } from './follows.repository.ts';
import type { RecordChange, RelationDependencies } from './follows.repository.ts';
import { findRequest, findRequester, updateRequest } from './requests.repository.ts';

type Decision = 'approved' | 'rejected';

/**
 * Approves or rejects a request to follow the viewer. Repeating a decision changes nothing.
 * @throws NotFoundError also for a withdrawn request and one to another user
 * @throws ConflictError when the other decision was made before
 */
export async function decideRequest(
  deps: RelationDependencies & { clock: Clock },
  viewer: Viewer,
  requestId: string,
  status: Decision,
  record?: RecordChange,
): Promise<void> {
  const requesterId =
    isId(requestId) && (await findRequester(deps.database, requestId, viewer.userId));
  if (!requesterId) throw requestNotFound();
  await inPairTransaction(deps, [viewer.userId, requesterId], async (transaction) => {
    // Read again after locking both accounts.
    const request = await findRequest(transaction, requestId, viewer.userId);
    if (request === null) throw requestNotFound();
    if (request.status === status) return;
    if (request.status !== 'pending') throw decidedOtherwise(request.status);
    await updateRequest(transaction, requestId, { status, decidedAt: deps.clock.now() });
    const pair = { followerId: requesterId, followeeId: viewer.userId };
    if (status === 'approved') await insertFollow(transaction, pair);
    const type = status === 'approved' ? 'accept' : 'reject';
    await enqueueFollow(transaction.tx, { type, ...pair });
    await record?.(transaction.tx);
  });
}

function requestNotFound(): NotFoundError {
  return new NotFoundError('error.requestGone');
}

function decidedOtherwise(status: Decision): ConflictError {
  return new ConflictError(
    'conflict',
    status === 'approved' ? 'error.requestApproved' : 'error.requestRejected',
  );
}
