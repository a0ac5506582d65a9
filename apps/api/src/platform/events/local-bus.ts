import type { Bus, BusListener } from './bus.ts';

export interface LocalBus extends Bus {
  /** Notifies the listeners that signals may have been lost. */
  endGap(): void;
}

/** A bus within one process. */
export function createLocalBus(): LocalBus {
  const listeners = new Set<BusListener>();
  return {
    publish(signal) {
      // Deferred, so that listeners run after the publisher's current task.
      queueMicrotask(() => {
        for (const listener of listeners) listener.onSignal(signal);
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    endGap() {
      for (const listener of listeners) listener.onGapEnded();
    },
    stop: () => Promise.resolve(),
  };
}
