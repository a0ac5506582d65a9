/** Deliveries in progress at the same time, on this server. */
const serverMax = 64;
/** Deliveries in progress from this server to one push service. */
const hostMax = 16;
/** Deliveries in progress from this server to the browsers of one user. */
const userMax = 2;

/** What a delivery counts against. */
export interface BudgetKeys {
  host: string;
  userId: string;
}

/** How much one host or user has in progress. */
interface Usage {
  key: string;
  count: number;
}

/** Limits for the next claim. */
export interface Capacity {
  free: number;
  hostMax: number;
  userMax: number;
  hosts: readonly Usage[];
  users: readonly Usage[];
}

/**
 * Counts the deliveries in progress, so that one push service that does not respond, or one user
 * with many browsers, leaves room for the others.
 */
export function createDeliveryBudget() {
  const hosts = new Map<string, number>();
  const users = new Map<string, number>();
  let inProgress = 0;

  function change({ host, userId }: BudgetKeys, by: 1 | -1): void {
    inProgress += by;
    add(hosts, host, by);
    add(users, userId, by);
  }

  return {
    acquire: (keys: BudgetKeys): void => change(keys, 1),
    release: (keys: BudgetKeys): void => change(keys, -1),

    capacity: (): Capacity => ({
      free: serverMax - inProgress,
      hostMax,
      userMax,
      hosts: toUsage(hosts),
      users: toUsage(users),
    }),

    /** Whether due deliveries may have to wait until another one ends. */
    isExhausted: (): boolean =>
      inProgress >= serverMax ||
      hosts.values().some((count) => count >= hostMax) ||
      users.values().some((count) => count >= userMax),
  };
}

function add(counts: Map<string, number>, key: string, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

const toUsage = (counts: ReadonlyMap<string, number>): Usage[] =>
  Array.from(counts, ([key, count]) => ({ key, count }));
