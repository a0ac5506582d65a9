/** Work of one user that waits for a slot. */
export interface QueuedJob {
  userId: string;
  /** In any unit, the same for all jobs of a queue. */
  cost: number;
  /** It takes long: a slot is kept free of such jobs. */
  isLarge?: boolean;
}

export interface FairQueue {
  run<Result>(job: QueuedJob, work: () => Promise<Result>): Promise<Result>;
}

interface WaitingJob extends QueuedJob {
  begin: () => void;
}

interface UserShare {
  /** Cost of what was begun, counted from `level` when the user came. */
  used: number;
  /** Jobs that wait or run. */
  jobs: number;
}

/**
 * Runs the work of several users in slots. A free slot goes to the user whose jobs have cost least
 * so far, so that nobody waits for all that another user has sent. Of the slots, `largeSlots` take
 * large jobs: short ones never wait for those to end.
 */
export function createFairQueue(options: { slots: number; largeSlots: number }): FairQueue {
  const waiting = new Set<WaitingJob>();
  const shares = new Map<string, UserShare>();
  let running = 0;
  let runningLarge = 0;
  /** What the user whose job began last had used: new users begin there, not at zero. */
  let level = 0;

  function shareOf(userId: string): UserShare {
    let share = shares.get(userId);
    if (share === undefined) {
      share = { used: level, jobs: 0 };
      shares.set(userId, share);
    }
    return share;
  }

  /** The oldest job of the user who has used least. */
  function findNext(): WaitingJob | undefined {
    let next: WaitingJob | undefined;
    for (const job of waiting) {
      if (job.isLarge && runningLarge >= options.largeSlots) continue;
      if (next === undefined || shareOf(job.userId).used < shareOf(next.userId).used) next = job;
    }
    return next;
  }

  function beginWhatCan(): void {
    while (running < options.slots) {
      const job = findNext();
      if (job === undefined) return;
      waiting.delete(job);
      running += 1;
      if (job.isLarge) runningLarge += 1;
      const share = shareOf(job.userId);
      level = Math.max(level, share.used);
      share.used += job.cost;
      job.begin();
    }
  }

  function end(job: QueuedJob): void {
    running -= 1;
    if (job.isLarge) runningLarge -= 1;
    const share = shareOf(job.userId);
    share.jobs -= 1;
    if (share.jobs === 0) shares.delete(job.userId);
    beginWhatCan();
  }

  return {
    async run(job, work) {
      shareOf(job.userId).jobs += 1;
      await new Promise<void>((resolve) => {
        waiting.add({ ...job, begin: resolve });
        beginWhatCan();
      });
      try {
        return await work();
      } finally {
        end(job);
      }
    },
  };
}
