import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import { createDeliveryBudget } from './delivery-budget.ts';
import type { BudgetKeys, Capacity } from './delivery-budget.ts';
import type { ClaimRequest } from './claim.queries.ts';

/** If this server stops midway, another one delivers after this time. */
const leaseMs = 60_000;
/** Deliveries that end within this time lead to one claim together. */
const coalesceMs = 50;

interface QueueDependencies<Claimed extends BudgetKeys> {
  clock: Clock;
  claim: (request: ClaimRequest) => Promise<Claimed[]>;
  deliver: (subscription: Claimed, stopping: AbortSignal) => Promise<void>;
  commitLagMs: number;
  onError: (error: unknown) => void;
}

/**
 * Delivers to subscriptions in parallel, within the budget. Several servers may run it: each
 * claims only the subscriptions that it can deliver to at once.
 */
export function createDeliveryQueue<Claimed extends BudgetKeys>(
  dependencies: QueueDependencies<Claimed>,
) {
  const { deliver, onError } = dependencies;
  const budget = createDeliveryBudget();
  const pending = createPendingUsers();
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;

  /** Claims until nothing is due, or due deliveries have to wait for others to end. */
  async function claimAll(): Promise<void> {
    while (!pending.isEmpty() && !stopping.signal.aborted && budget.capacity().free > 0) {
      const userIds = pending.drain();
      const claimed = await claimDue(dependencies, userIds, budget.capacity());
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
        // Otherwise the end of a delivery triggers the next claim.
        if (!budget.isExhausted()) claimSoon(coalesceMs);
      });
  }

  function start(subscription: Claimed): void {
    budget.acquire(subscription);
    const delivery = deliver(subscription, stopping.signal)
      .catch(onError)
      .finally(() => {
        budget.release(subscription);
        running.delete(delivery);
        claimSoon(coalesceMs);
      });
    running.add(delivery);
  }

  async function whenIdle(): Promise<void> {
    while (claiming !== undefined || running.size > 0) await Promise.all([claiming, ...running]);
  }

  return {
    /** Starts deliveries to these users; undefined means all users with pending notifications. */
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

function claimDue<Claimed extends BudgetKeys>(
  { clock, claim, commitLagMs }: QueueDependencies<Claimed>,
  userIds: readonly string[] | undefined,
  capacity: Capacity,
): Promise<Claimed[]> {
  const now = clock.now();
  return claim({
    userIds,
    upTo: lowestIdAt(now.getTime() - commitLagMs),
    now,
    busyUntil: new Date(now.getTime() + leaseMs),
    capacity,
  });
}

/** Users with pending notifications or messages. Undefined means all users. */
function createPendingUsers() {
  let users = new Set<string>();
  let isAll = false;

  return {
    isEmpty: () => !isAll && users.size === 0,
    add(userIds: readonly string[] | undefined): void {
      if (userIds === undefined) isAll = true;
      else userIds.forEach((id) => users.add(id));
    },
    drain(): readonly string[] | undefined {
      const drained = isAll ? undefined : [...users];
      users = new Set();
      isAll = false;
      return drained;
    },
  };
}
