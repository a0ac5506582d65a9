import type { Signal } from './bus.ts';

/** Signals within this interval are sent as one batch. */
const batchMs = 10;
const retryMs = 1000;
/** With more pending signals, receivers reload everything instead. */
const pendingMax = 1000;

export interface SignalBatcherOptions {
  /** @param isAfterGap earlier signals were lost */
  send: (signals: readonly Signal[], isAfterGap: boolean) => Promise<void>;
  /** Called once per outage, not once per attempt. */
  onFailure: (error: unknown) => void;
}

/**
 * Sends signals to the other processes. The first signal is sent immediately, the following ones in
 * batches without duplicates. Signals that cannot be sent are dropped; the next batch reports a gap.
 */
export function createSignalBatcher({ send, onFailure }: SignalBatcherOptions) {
  const pending = new Set<string>();
  const pendingUserIds = { message: new Set<string>(), notification: new Set<string>() };
  let isAfterGap = false;
  let isSending = false;
  let isStopped = false;
  let nextSendAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function countPending(): number {
    return pending.size + pendingUserIds.message.size + pendingUserIds.notification.size;
  }

  function enqueue(signal: Signal): void {
    if (countPending() >= pendingMax) {
      isAfterGap = true;
      drain();
    }
    if (signal.kind === 'message' || signal.kind === 'notification') {
      for (const id of signal.userIds) pendingUserIds[signal.kind].add(id);
    } else {
      pending.add(JSON.stringify(signal));
    }
  }

  function drain(): Signal[] {
    // Each text was serialized from a signal.
    const signals = [...pending].map((text) => JSON.parse(text) as Signal);
    for (const kind of ['message', 'notification'] as const) {
      const userIds = pendingUserIds[kind];
      if (userIds.size > 0) signals.unshift({ kind, userIds: [...userIds] });
      userIds.clear();
    }
    pending.clear();
    return signals;
  }

  function schedule(): void {
    if (isSending || isStopped || timer !== undefined) return;
    timer = setTimeout(() => void flush(), Math.max(0, nextSendAt - performance.now()));
  }

  async function flush(): Promise<void> {
    timer = undefined;
    isSending = true;
    const wasAfterGap = isAfterGap;
    isAfterGap = false;
    nextSendAt = performance.now() + batchMs;
    try {
      await send(drain(), wasAfterGap);
    } catch (error) {
      if (!wasAfterGap) onFailure(error);
      isAfterGap = true;
      nextSendAt = performance.now() + retryMs;
    }
    isSending = false;
    if (isAfterGap || countPending() > 0) schedule();
  }

  return {
    add(signal: Signal): void {
      enqueue(signal);
      schedule();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
