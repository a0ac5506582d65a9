import type { Clock } from '../../platform/clock.ts';
import type { RequestsRepository } from './requests.repository.ts';

const batchSize = 200;

interface Dependencies {
  requests: Pick<RequestsRepository, 'listPendingRequesters' | 'approvePendingRequests'>;
  clock: Clock;
}

/**
 * Lets everybody follow who waits for an account that has become public. From then on nobody
 * begins to wait any more, so this comes to an end.
 */
export async function approvePendingRequests(
  { requests, clock }: Dependencies,
  userId: string,
): Promise<void> {
  for (;;) {
    const requesterIds = await requests.listPendingRequesters(userId, batchSize);
    if (requesterIds.length === 0) return;
    const isPublic = await requests.approvePendingRequests(userId, requesterIds, clock.now());
    // Made private again meanwhile.
    if (!isPublic) return;
  }
}
