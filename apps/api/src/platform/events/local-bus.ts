import type { Bus, BusListener } from './bus.ts';

export interface LocalBus extends Bus {
  /** Tells the listeners that signals may have been missed. */
  endGap(): void;
}

/** A bus of one process. */
export function createLocalBus(): LocalBus {
  const listeners = new Set<BusListener>();
  return {
    publish(signal) {
      // Not at once: the publisher's work goes on before anybody else's.
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
