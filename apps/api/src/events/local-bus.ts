import type { Bus, BusListener } from './bus.ts';

/** A bus of one process. */
export function createLocalBus(): Bus {
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
    stop: () => Promise.resolve(),
  };
}
