import type { Signal } from './bus.ts';

/** Signals of so many milliseconds travel together. */
const batchMs = 10;
const retryMs = 1000;
/** Beyond, it is easier to have everybody looked after anew. */
const waitingMax = 1000;

export interface SignalBatcherOptions {
  /** `isAfterGap`: earlier ones did not get through. */
  send: (signals: readonly Signal[], isAfterGap: boolean) => Promise<void>;
  /** Once for each time in which nothing gets through. */
  onFailure: (error: unknown) => void;
}

/**
 * Sends signals to the other processes: the first at once, those that follow shortly after it in
 * one go and each only once. What could not be sent is not kept: the others are told of a gap.
 */
export function createSignalBatcher({ send, onFailure }: SignalBatcherOptions) {
  const waiting = new Set<string>();
  const told = { message: new Set<string>(), notification: new Set<string>() };
  let isAfterGap = false;
  let isBusy = false;
  let isStopped = false;
  let restUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  function keep(signal: Signal): void {
    if (waiting.size + told.message.size + told.notification.size >= waitingMax) {
      isAfterGap = true;
      takeAll();
    }
    if (signal.kind === 'message' || signal.kind === 'notification') {
      for (const id of signal.userIds) told[signal.kind].add(id);
    } else {
      waiting.add(JSON.stringify(signal));
    }
  }

  function takeAll(): Signal[] {
    // They were signals when they came in.
    const signals = [...waiting].map((text) => JSON.parse(text) as Signal);
    for (const kind of ['message', 'notification'] as const) {
      if (told[kind].size > 0) signals.unshift({ kind, userIds: [...told[kind]] });
      told[kind].clear();
    }
    waiting.clear();
    return signals;
  }

  function schedule(): void {
    if (isBusy || isStopped || timer !== undefined) return;
    timer = setTimeout(() => void flush(), Math.max(0, restUntil - performance.now()));
  }

  async function flush(): Promise<void> {
    timer = undefined;
    isBusy = true;
    const wasAfterGap = isAfterGap;
    isAfterGap = false;
    restUntil = performance.now() + batchMs;
    try {
      await send(takeAll(), wasAfterGap);
    } catch (error) {
      if (!wasAfterGap) onFailure(error);
      isAfterGap = true;
      restUntil = performance.now() + retryMs;
    }
    isBusy = false;
    if (isAfterGap || waiting.size + told.message.size + told.notification.size > 0) schedule();
  }

  return {
    add(signal: Signal): void {
      keep(signal);
      schedule();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
