import { RateLimitedError, UnavailableError } from './errors.ts';

const retryAfterSeconds = 2;

export interface QueuedJob {
  /** The user, or the IP address of a signed-out visitor, whose jobs share the slots with those of others. */
  owner: string;
  /** In any unit, which is the same for all jobs of a queue. By default 1. */
  cost?: number;
  /** Large jobs never occupy all slots. */
  isLarge?: boolean;
  /** Serial jobs of one owner run one after another, because they would wait for the same locks. */
  isSerial?: boolean;
}

export interface FairQueue {
  /**
   * @throws RateLimitedError when too many jobs of the owner wait, UnavailableError when too many jobs of all
   * owners do; the job never started
   */
  run<Result>(job: QueuedJob, work: () => Promise<Result>): Promise<Result>;
}

interface FairQueueOptions {
  /** Jobs that run at the same time. */
  slots: number;
  /** Large jobs that run at the same time. */
  largeSlots?: number;
  /** Jobs of one owner that run at the same time. */
  ownerSlots?: number;
  /** With more waiting jobs than this, the jobs of an owner run one at a time until all have ended. */
  ownerBurst?: number;
  /** Jobs of one owner that wait. */
  ownerWaitingMax?: number;
  /** Jobs of all owners that wait. */
  waitingMax?: number;
  waitMaxMs?: number;
}

interface WaitingJob extends QueuedJob {
  start: () => void;
  reject: (error: Error) => void;
  timer?: NodeJS.Timeout;
}

interface OwnerShare {
  /** Total cost of started jobs, on top of `level` at the owner's first job. */
  used: number;
  waiting: number;
  running: number;
  isSerialRunning: boolean;
  /** Jobs that may run at the same time. */
  slots: number;
}

/**
 * Runs jobs of several owners in slots. A free slot goes to the owner whose jobs have cost the least
 * so far, so that nobody waits for all jobs of another owner. Large jobs use at most `largeSlots`
 * slots, so that short ones do not wait for them.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const { slots, largeSlots = slots, ownerSlots = slots } = options;
  const {
    ownerBurst = Infinity,
    ownerWaitingMax = Infinity,
    waitingMax = Infinity,
    waitMaxMs,
  } = options;
  const waiting = new Set<WaitingJob>();
  const shares = new Map<string, OwnerShare>();
  let running = 0;
  let runningLarge = 0;
  /** The usage of the owner whose job started last. New owners start with it instead of zero. */
  let level = 0;

  function shareOf(owner: string): OwnerShare {
    let share = shares.get(owner);
    if (share === undefined) {
      share = { used: level, waiting: 0, running: 0, isSerialRunning: false, slots: ownerSlots };
      shares.set(owner, share);
    }
    return share;
  }

  function removeIdle(owner: string, share: OwnerShare): void {
    if (share.waiting === 0 && share.running === 0) shares.delete(owner);
  }

  function canStart({ isLarge = false, isSerial = false }: QueuedJob, share: OwnerShare): boolean {
    if (isLarge && runningLarge >= largeSlots) return false;
    return share.running < share.slots && !(isSerial && share.isSerialRunning);
  }

  /** The oldest job of the owner who has used least. */
  function findNext(): WaitingJob | undefined {
    let next: WaitingJob | undefined;
    let nextUsed = Infinity;
    for (const job of waiting) {
      const share = shareOf(job.owner);
      if (share.used >= nextUsed || !canStart(job, share)) continue;
      next = job;
      nextUsed = share.used;
    }
    return next;
  }

  function startReadyJobs(): void {
    while (running < slots) {
      const job = findNext();
      if (job === undefined) return;
      const share = remove(job);
      running += 1;
      if (job.isLarge) runningLarge += 1;
      share.running += 1;
      if (job.isSerial) share.isSerialRunning = true;
      level = Math.max(level, share.used);
      share.used += job.cost ?? 1;
      job.start();
    }
  }

  function remove(job: WaitingJob): OwnerShare {
    clearTimeout(job.timer);
    waiting.delete(job);
    const share = shareOf(job.owner);
    share.waiting -= 1;
    return share;
  }

  function discard(job: WaitingJob, error: Error): void {
    removeIdle(job.owner, remove(job));
    job.reject(error);
  }

  /** Discards a job if too many wait, and begins its time limit. */
  function limit(job: WaitingJob): void {
    const share = shareOf(job.owner);
    if (share.waiting > ownerBurst) share.slots = 1;
    if (share.waiting > ownerWaitingMax) {
      discard(job, tooManyJobs());
    } else {
      if (waiting.size > waitingMax) discard(findSurplus(job), overloaded());
      if (waitMaxMs === undefined || !waiting.has(job)) return;
      job.timer = setTimeout(
        () => discard(job, share.running > 0 ? tooManyJobs() : overloaded()),
        waitMaxMs,
      );
    }
  }

  /** The newest job of the owner who has the most waiting jobs, so that a full queue still accepts other owners. */
  function findSurplus(newest: WaitingJob): WaitingJob {
    let surplus = newest;
    for (const job of waiting) {
      const isSame = job.owner === surplus.owner;
      if (isSame || shareOf(job.owner).waiting > shareOf(surplus.owner).waiting) surplus = job;
    }
    return surplus;
  }

  function end(job: QueuedJob): void {
    running -= 1;
    if (job.isLarge) runningLarge -= 1;
    const share = shareOf(job.owner);
    share.running -= 1;
    if (job.isSerial) share.isSerialRunning = false;
    removeIdle(job.owner, share);
    startReadyJobs();
  }

  return {
    async run(job, work) {
      await new Promise<void>((resolve, reject) => {
        const waitingJob = { ...job, start: resolve, reject };
        waiting.add(waitingJob);
        shareOf(job.owner).waiting += 1;
        startReadyJobs();
        if (waiting.has(waitingJob)) limit(waitingJob);
      });
      try {
        return await work();
      } finally {
        end(job);
      }
    },
  };
}

const tooManyJobs = () => new RateLimitedError({ retryAfterSeconds });

const overloaded = () =>
  new UnavailableError('The server is too busy right now. Please try again in a moment.', {
    retryAfterSeconds,
  });
