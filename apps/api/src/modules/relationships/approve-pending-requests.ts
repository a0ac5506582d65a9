import type { Clock } from '../../platform/clock.ts';
import type { RelationDependencies } from './follows.repository.ts';
import { approveRequests, listPendingRequesters } from './requests.repository.ts';

const batchSize = 200;

/** Approves all pending requests to follow an account that has become public. */
export async function approvePendingRequests(
  deps: RelationDependencies & { clock: Clock },
  userId: string,
): Promise<void> {
  for (;;) {
    const requesterIds = await listPendingRequesters(deps.database, userId, batchSize);
    if (requesterIds.length === 0) return;
    const isPublic = await approveRequests(deps, userId, requesterIds, deps.clock.now());
    // The account has become private again.
    if (!isPublic) return;
  }
}
