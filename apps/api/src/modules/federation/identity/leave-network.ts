import { setTimeout as sleep } from 'node:timers/promises';
import { processEvents } from '../outbox/deliver.ts';
import type { DeliveryDependencies } from '../outbox/deliver.ts';
import { countDeliveries, enqueueDeletions } from '../outbox/queue.repository.ts';
import { storeLeft } from './stored-domain.repository.ts';

const waitMs = 5000;

/**
 * Asks other servers to delete the accounts that they know, waits until the queue is empty, and ends
 * federation for good. It can be interrupted and repeated.
 */
export async function leaveNetwork(
  deps: DeliveryDependencies & { deliverDue: () => Promise<void> },
  onProgress: (waiting: number) => void,
): Promise<void> {
  const { database, clock } = deps;
  await enqueueDeletions(database);
  for (;;) {
    await processEvents(deps);
    await deps.deliverDue();
    const waiting = await countDeliveries(database);
    onProgress(waiting);
    if (waiting === 0) break;
    await sleep(waitMs);
  }
  await storeLeft(database, clock.now());
}
