/** The current time as a dependency, so that tests can control it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Calls a function periodically, and returns a function that ends this. */
export type Repeat = (intervalMs: number, run: () => void) => () => void;

export const repeat: Repeat = (intervalMs, run) => {
  const timer = setInterval(run, intervalMs);
  return () => clearInterval(timer);
};

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
