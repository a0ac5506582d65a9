import { streamHeartbeatMs, streamSilenceMaxMs } from '@skein/contracts/limits';

/** Timers stop while a computer sleeps, clocks do not: so the clock is checked at this interval. */
const checkIntervalMs = 10_000;
/** After this time without an event, the stream is reopened when the user returns. */
const lateAfterMs = 1.2 * streamHeartbeatMs;

export interface SilenceDetector {
  /** Starts expecting events. */
  start: () => void;
  stop: () => void;
  /** To be called with each event. */
  recordActivity: () => void;
  /** Whether a heartbeat is overdue. */
  isLate: () => boolean;
}

/**
 * Detects a broken connection that the browser does not report: after sleep, in another network, or
 * behind a proxy that is gone.
 */
export function createSilenceDetector(onSilence: () => void): SilenceDetector {
  let lastActivityMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const silentMs = () => Date.now() - lastActivityMs;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start() {
      stop();
      lastActivityMs = Date.now();
      timer = setInterval(() => silentMs() >= streamSilenceMaxMs && onSilence(), checkIntervalMs);
    },
    stop,
    recordActivity() {
      lastActivityMs = Date.now();
    },
    isLate: () => timer !== undefined && silentMs() >= lateAfterMs,
  };
}
