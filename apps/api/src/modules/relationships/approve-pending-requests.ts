import type { Clock } from '../../platform/clock.ts';
import type { RequestsRepository } from './requests.repository.ts';

const batchSize = 200;

interface Dependencies {
  requests: Pick<RequestsRepository, 'listPendingRequesters' | 'approvePendingRequests'>;
  clock: Clock;
}

/** Approves all pending requests to follow an account that has become public. */
export async function approvePendingRequests(
  { requests, clock }: Dependencies,
  userId: string,
): Promise<void> {
  for (;;) {
    const requesterIds = await requests.listPendingRequesters(userId, batchSize);
    if (requesterIds.length === 0) return;
    const isPublic = await requests.approvePendingRequests(userId, requesterIds, clock.now());
    // The account has become private again.
    if (!isPublic) return;
  }
}
