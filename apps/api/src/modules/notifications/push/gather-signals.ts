import type { Bus } from '../../../platform/events/bus.ts';

interface Gathering {
  bus: Pick<Bus, 'subscribe'>;
  /** Signals that come within that time are passed on together. */
  delayMs: number;
  act: (userIds: readonly string[]) => void;
}

/** Gathers the users for whom there is something new. Returns the function that stops it. */
export function gatherSignals({ bus, delayMs, act }: Gathering): () => void {
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function passOn(): void {
    timer = undefined;
    const userIds = [...gathered];
    gathered = new Set();
    act(userIds);
  }

  const end = bus.subscribe({
    onSignal(signal) {
      if (signal.kind !== 'notification' && signal.kind !== 'message') return;
      for (const userId of signal.userIds) gathered.add(userId);
      if (gathered.size > 0) timer ??= setTimeout(passOn, delayMs).unref();
    },
    // The next sweep finds what was missed.
    onGapEnded: () => undefined,
  });

  return () => {
    end();
    clearTimeout(timer);
  };
}
