/** A job of one user that waits for a slot. */
export interface QueuedJob {
  userId: string;
  /** In any unit, which is the same for all jobs of a queue. */
  cost: number;
  /** Long jobs never occupy all slots. */
  isLarge?: boolean;
}

export interface FairQueue {
  run<Result>(job: QueuedJob, work: () => Promise<Result>): Promise<Result>;
}

interface WaitingJob extends QueuedJob {
  start: () => void;
}

interface FairQueueOptions {
  slots: number;
  /** By default, large jobs may use all slots. */
  largeSlots?: number;
  /** Jobs of one user that run at the same time. */
  slotsPerUser?: number;
}

interface UserShare {
  /** Total cost of started jobs, on top of `level` at the user's first job. */
  used: number;
  /** Waiting and running jobs. */
  jobs: number;
  running: number;
}

/**
 * Runs jobs of several users in slots. A free slot goes to the user whose jobs have cost the least
 * so far, so that nobody waits for all jobs of another user. Large jobs use at most `largeSlots`
 * slots, so that short ones do not wait for them.
 */
export function createFairQueue({
  slots,
  largeSlots = slots,
  slotsPerUser = slots,
}: FairQueueOptions): FairQueue {
  const waiting = new Set<WaitingJob>();
  const shares = createShares();
  let running = 0;
  let runningLarge = 0;

  /** The oldest job of the user who has used least. */
  function findNext(): WaitingJob | undefined {
    let next: WaitingJob | undefined;
    for (const job of waiting) {
      if (job.isLarge && runningLarge >= largeSlots) continue;
      if (shares.get(job.userId).running >= slotsPerUser) continue;
      if (next === undefined || shares.get(job.userId).used < shares.get(next.userId).used)
        next = job;
    }
    return next;
  }

  function startReadyJobs(): void {
    while (running < slots) {
      const job = findNext();
      if (job === undefined) return;
      waiting.delete(job);
      running += 1;
      if (job.isLarge) runningLarge += 1;
      const share = shares.get(job.userId);
      shares.raiseLevel(share.used);
      share.used += job.cost;
      share.running += 1;
      job.start();
    }
  }

  function end(job: QueuedJob): void {
    running -= 1;
    if (job.isLarge) runningLarge -= 1;
    const share = shares.get(job.userId);
    share.jobs -= 1;
    share.running -= 1;
    if (share.jobs === 0) shares.delete(job.userId);
    startReadyJobs();
  }

  return {
    async run(job, work) {
      shares.get(job.userId).jobs += 1;
      await new Promise<void>((resolve) => {
        waiting.add({ ...job, start: resolve });
        startReadyJobs();
      });
      try {
        return await work();
      } finally {
        end(job);
      }
    },
  };
}

/** The shares of users with jobs. */
function createShares() {
  const shares = new Map<string, UserShare>();
  /** The usage of the user whose job started last. New users start with it instead of zero. */
  let level = 0;
  return {
    get(userId: string): UserShare {
      let share = shares.get(userId);
      if (share === undefined) {
        share = { used: level, jobs: 0, running: 0 };
        shares.set(userId, share);
      }
      return share;
    },
    raiseLevel(used: number): void {
      level = Math.max(level, used);
    },
    delete: (userId: string) => shares.delete(userId),
  };
}
