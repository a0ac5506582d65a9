import type { Bus } from '../../events/bus.ts';

interface Gathering {
  bus: Pick<Bus, 'subscribe'>;
  /** What comes within that time is one. */
  delayMs: number;
  act: (userIds: readonly string[]) => Promise<void>;
  onError: (error: unknown) => void;
}

/**
 * Gathers for whom there is something new and acts on it from time to time, never twice at once.
 * Returns what ends it, after what is under way.
 */
export function gatherSignals({ bus, delayMs, act, onError }: Gathering): () => Promise<void> {
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isEnded = false;

  function schedule(): void {
    if (gathered.size === 0 || running !== undefined || isEnded) return;
    timer ??= setTimeout(run, delayMs).unref();
  }

  function run(): void {
    const userIds = [...gathered];
    gathered = new Set();
    timer = undefined;
    running = act(userIds)
      .catch(onError)
      .finally(() => {
        running = undefined;
        schedule();
      });
  }

  const end = bus.subscribe({
    onSignal(signal) {
      if (signal.kind !== 'notification' && signal.kind !== 'message') return;
      for (const userId of signal.userIds) gathered.add(userId);
      schedule();
    },
    // The next sweep finds what was missed.
    onGapEnded: () => undefined,
  });

  return async () => {
    isEnded = true;
    end();
    clearTimeout(timer);
    await running;
  };
}
