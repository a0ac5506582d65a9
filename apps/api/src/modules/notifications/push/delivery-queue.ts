import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import { createDeliveryBudget } from './delivery-budget.ts';
import type { Capacity } from './delivery-budget.ts';
import type { ClaimedSubscription, SubscriptionsRepository } from './subscriptions.repository.ts';

/** Should this server stop midway, another one delivers after that. */
const leaseMs = 60_000;
/** Deliveries that end within that time make room for one claim together. */
const gatherMs = 50;

interface QueueDependencies {
  clock: Clock;
  subscriptions: Pick<SubscriptionsRepository, 'claim'>;
  deliver: (subscription: ClaimedSubscription, stopping: AbortSignal) => Promise<void>;
  settlingMs: number;
  onError: (error: unknown) => void;
}

/**
 * Delivers to subscribed browsers in parallel, within the budget. Of several servers that deliver at
 * once, one claims each browser, and claims no more than it can start at that moment.
 */
export function createDeliveryQueue(dependencies: QueueDependencies) {
  const { deliver, onError } = dependencies;
  const budget = createDeliveryBudget();
  const pending = createPendingUsers();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;

  /** Claims until nothing is due, or what is due has to wait for a delivery to end. */
  async function claimAll(): Promise<void> {
    while (!pending.isEmpty() && !stopping.signal.aborted && budget.capacity().free > 0) {
      const userIds = pending.take();
      const claimed = await claim(dependencies, userIds, budget.capacity());
      claimed.forEach(start);
      const isNew = !pending.isEmpty();
      if (claimed.length > 0 || budget.isExhausted()) pending.add(userIds);
      if (claimed.length === 0 && !isNew) return;
    }
  }

  function claimSoon(delayMs: number): void {
    if (claiming !== undefined || pending.isEmpty() || stopping.signal.aborted) return;
    claiming = sleep(delayMs)
      .then(claimAll)
      .catch(onError)
      .finally(() => {
        claiming = undefined;
        // Otherwise the end of a delivery continues.
        if (!budget.isExhausted()) claimSoon(gatherMs);
      });
  }

  function start(subscription: ClaimedSubscription): void {
    budget.take(subscription);
    const delivery = deliver(subscription, stopping.signal)
      .catch(onError)
      .finally(() => {
        budget.release(subscription);
        running.delete(delivery);
        claimSoon(gatherMs);
      });
    running.add(delivery);
  }

  async function whenIdle(): Promise<void> {
    while (claiming !== undefined || running.size > 0) await Promise.all([claiming, ...running]);
  }

  return {
    /** Starts deliveries to these users; when undefined, to everyone who has news. */
    add: (userIds?: readonly string[]): void => {
      pending.add(userIds);
      claimSoon(0);
    },
    whenIdle,
    /** Aborts the deliveries in progress. */
    stop: (): Promise<void> => {
      stopping.abort();
      return whenIdle();
    },
  };
}

function claim(
  { clock, subscriptions, settlingMs }: QueueDependencies,
  userIds: readonly string[] | undefined,
  capacity: Capacity,
): Promise<ClaimedSubscription[]> {
  const now = clock.now();
  return subscriptions.claim({
    userIds,
    upTo: lowestIdAt(now.getTime() - settlingMs),
    now,
    busyUntil: new Date(now.getTime() + leaseMs),
    capacity,
  });
}

/** Users whose browsers may have news. Undefined stands for everyone. */
function createPendingUsers() {
  let users = new Set<string>();
  let isEveryone = false;

  return {
    isEmpty: () => !isEveryone && users.size === 0,
    add(userIds: readonly string[] | undefined): void {
      if (userIds === undefined) isEveryone = true;
      else userIds.forEach((id) => users.add(id));
    },
    take(): readonly string[] | undefined {
      const taken = isEveryone ? undefined : [...users];
      users = new Set();
      isEveryone = false;
      return taken;
    },
  };
}
