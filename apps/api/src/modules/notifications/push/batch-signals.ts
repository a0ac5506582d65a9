import type { Bus } from '../../../platform/events/bus.ts';

interface BatchOptions {
  bus: Pick<Bus, 'subscribe'>;
  /** Signals that arrive within this time are handled together. */
  delayMs: number;
  onUsers: (userIds: readonly string[]) => void;
}

/**
 * Collects the users of new notifications and messages, and passes them on in batches. Returns a
 * function that stops it.
 */
export function batchSignals({ bus, delayMs, onUsers }: BatchOptions): () => void {
  let pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const userIds = [...pending];
    pending = new Set();
    onUsers(userIds);
  }

  const unsubscribe = bus.subscribe({
    onSignal(signal) {
      if (signal.kind !== 'notification' && signal.kind !== 'message') return;
      for (const userId of signal.userIds) pending.add(userId);
      if (pending.size > 0) timer ??= setTimeout(flush, delayMs).unref();
    },
    // The next sweep finds missed signals.
    onGapEnded: () => undefined,
  });

  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
