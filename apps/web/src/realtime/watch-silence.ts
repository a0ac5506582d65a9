import { streamHeartbeatMs, streamSilenceMaxMs } from '@skein/contracts/limits';

/** Timers stand still while a computer sleeps, clocks do not: so the clock is looked at so often. */
const lookEveryMs = 10_000;
/** A heartbeat that is so late is worth asking for when somebody has come back. */
const lateMs = 1.2 * streamHeartbeatMs;

export interface SilenceWatch {
  /** From now on something has to come. */
  start: () => void;
  stop: () => void;
  /** Something came. */
  hear: () => void;
  /** Whether what should have come is late, though perhaps not lost. */
  isLate: () => boolean;
}

/**
 * Notices that nothing comes any more by a connection of which nobody says that it is cut: after a
 * sleep, in another network, behind a proxy that is gone.
 */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let heardAtMs = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const silentMs = () => Date.now() - heardAtMs;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start() {
      stop();
      heardAtMs = Date.now();
      timer = setInterval(() => silentMs() >= streamSilenceMaxMs && onSilent(), lookEveryMs);
    },
    stop,
    hear() {
      heardAtMs = Date.now();
    },
    isLate: () => timer !== undefined && silentMs() >= lateMs,
  };
}
