import { RateLimitedError, UnavailableError } from './errors.ts';

const retryAfterSeconds = 2;

export interface QueuedJob {
  /** The user, or the IP address of a signed-out visitor. Owners share the slots. */
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
  return new Slots(options);
}

class Slots implements FairQueue {
  readonly #options: FairQueueOptions;
  readonly #shares: OwnerShares;
  readonly #waiting = new Set<WaitingJob>();
  #running = 0;
  #runningLarge = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
    this.#shares = new OwnerShares(options.ownerSlots ?? options.slots);
  }

  async run<Result>(job: QueuedJob, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve, reject) => {
      const waitingJob = { ...job, start: resolve, reject };
      this.#waiting.add(waitingJob);
      this.#shares.get(job.owner).waiting += 1;
      this.#startReadyJobs();
      if (this.#waiting.has(waitingJob)) this.#limit(waitingJob);
    });
    try {
      return await work();
    } finally {
      this.#end(job);
    }
  }

  #canStart({ isLarge = false, isSerial = false }: QueuedJob, share: OwnerShare): boolean {
    const { slots, largeSlots = slots } = this.#options;
    if (isLarge && this.#runningLarge >= largeSlots) return false;
    return share.running < share.slots && !(isSerial && share.isSerialRunning);
  }

  /** The oldest job of the owner who has used least. */
  #findNext(): WaitingJob | undefined {
    let next: WaitingJob | undefined;
    let nextUsed = Infinity;
    for (const job of this.#waiting) {
      const share = this.#shares.get(job.owner);
      if (share.used >= nextUsed || !this.#canStart(job, share)) continue;
      next = job;
      nextUsed = share.used;
    }
    return next;
  }

  #startReadyJobs(): void {
    while (this.#running < this.#options.slots) {
      const job = this.#findNext();
      if (job === undefined) return;
      const share = this.#remove(job);
      this.#running += 1;
      if (job.isLarge) this.#runningLarge += 1;
      this.#shares.start(share, job);
      job.start();
    }
  }

  #remove(job: WaitingJob): OwnerShare {
    clearTimeout(job.timer);
    this.#waiting.delete(job);
    const share = this.#shares.get(job.owner);
    share.waiting -= 1;
    return share;
  }

  #discard(job: WaitingJob, error: Error): void {
    this.#remove(job);
    this.#shares.removeIdle(job.owner);
    job.reject(error);
  }

  /** Discards a job if too many wait, and begins its time limit. */
  #limit(job: WaitingJob): void {
    const { ownerBurst = Infinity, ownerWaitingMax = Infinity } = this.#options;
    const { waitingMax = Infinity, waitMaxMs } = this.#options;
    const share = this.#shares.get(job.owner);
    if (share.waiting > ownerBurst) share.slots = 1;
    if (share.waiting > ownerWaitingMax) this.#discard(job, tooManyJobs());
    else if (this.#waiting.size > waitingMax) this.#discard(this.#findSurplus(job), overloaded());
    if (waitMaxMs === undefined || !this.#waiting.has(job)) return;
    // An owner with few jobs waits for the server, for example during an outage of the database.
    const isBurst = () => share.slots < (this.#options.ownerSlots ?? this.#options.slots);
    const expire = () => this.#discard(job, isBurst() ? tooManyJobs() : overloaded());
    job.timer = setTimeout(expire, waitMaxMs);
  }

  /** The newest job of the owner who has the most waiting jobs, so that a full queue still accepts other owners. */
  #findSurplus(newest: WaitingJob): WaitingJob {
    const count = ({ owner }: WaitingJob) => this.#shares.get(owner).waiting;
    let surplus = newest;
    for (const job of this.#waiting) {
      if (job.owner === surplus.owner || count(job) > count(surplus)) surplus = job;
    }
    return surplus;
  }

  #end(job: QueuedJob): void {
    this.#running -= 1;
    if (job.isLarge) this.#runningLarge -= 1;
    this.#shares.end(job);
    this.#startReadyJobs();
  }
}

/** What the owners with waiting or running jobs have used. */
class OwnerShares {
  readonly #ownerSlots: number;
  readonly #shares = new Map<string, OwnerShare>();
  /** The usage of the owner whose job started last. New owners start with it instead of zero. */
  #level = 0;

  constructor(ownerSlots: number) {
    this.#ownerSlots = ownerSlots;
  }

  get(owner: string): OwnerShare {
    const existing = this.#shares.get(owner);
    if (existing !== undefined) return existing;
    const counts = { used: this.#level, waiting: 0, running: 0 };
    const share = { ...counts, isSerialRunning: false, slots: this.#ownerSlots };
    this.#shares.set(owner, share);
    return share;
  }

  start(share: OwnerShare, { cost = 1, isSerial = false }: QueuedJob): void {
    share.running += 1;
    if (isSerial) share.isSerialRunning = true;
    this.#level = Math.max(this.#level, share.used);
    share.used += cost;
  }

  end({ owner, isSerial = false }: QueuedJob): void {
    const share = this.get(owner);
    share.running -= 1;
    if (isSerial) share.isSerialRunning = false;
    this.removeIdle(owner);
  }

  removeIdle(owner: string): void {
    const { waiting, running } = this.get(owner);
    if (waiting === 0 && running === 0) this.#shares.delete(owner);
  }
}

const tooManyJobs = () => new RateLimitedError({ retryAfterSeconds });

const overloaded = () =>
  new UnavailableError('error.serverBusy', {
    retryAfterSeconds,
  });
