import { UnavailableError } from '../platform/errors.ts';

export interface LaneOptions {
  /** So much is at work at once. */
  slots: number;
  /** So much waits behind it; whatever comes beyond is refused at once. */
  waitingMax: number;
  /** Nothing waits for longer. */
  waitMaxMs: number;
}

export interface Lane {
  /**
   * Does the work in its turn.
   * @throws UnavailableError when there is too much of it, without having begun
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/** Work that goes side by side up to a number, and behind that one after the other. */
export function createLane({ slots, waitingMax, waitMaxMs }: LaneOptions): Lane {
  const waiting = new Set<Waiting>();
  let atWork = 0;

  function waitForTurn(): Promise<void> {
    if (waiting.size >= waitingMax) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(entry);
        reject(overloaded());
      }, waitMaxMs);
      const entry = { begin: resolve, timer };
      waiting.add(entry);
    });
  }

  /** Hands its slot to whoever has waited longest. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      atWork -= 1;
      return;
    }
    waiting.delete(next);
    clearTimeout(next.timer);
    next.begin();
  }

  return {
    async run(work) {
      if (atWork < slots) atWork += 1;
      else await waitForTurn();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function overloaded(): UnavailableError {
  const message = 'There is too much to do right now. Please try again in a moment.';
  return new UnavailableError(message, { retryAfterSeconds: 2 });
}
