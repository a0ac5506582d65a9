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
  const pending = createPendingSignals();
  let isAfterGap = false;
  let sending: Promise<void> | undefined;
  let isStopped = false;
  let nextSendAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function enqueue(signal: Signal): void {
    if (pending.count() >= pendingMax) {
      isAfterGap = true;
      pending.drain();
    }
    pending.add(signal);
  }

  function schedule(): void {
    if (sending !== undefined || isStopped || timer !== undefined) return;
    timer = setTimeout(
      () => {
        sending = flush();
      },
      Math.max(0, nextSendAt - performance.now()),
    );
  }

  const hasUnsent = () => isAfterGap || pending.count() > 0;

  async function flush(): Promise<void> {
    timer = undefined;
    const wasAfterGap = isAfterGap;
    isAfterGap = false;
    nextSendAt = performance.now() + batchMs;
    try {
      await send(pending.drain(), wasAfterGap);
    } catch (error) {
      if (!wasAfterGap) onFailure(error);
      isAfterGap = true;
      nextSendAt = performance.now() + retryMs;
    }
    sending = undefined;
    if (hasUnsent()) schedule();
  }

  return {
    add(signal: Signal): void {
      enqueue(signal);
      schedule();
    },
    /** Makes one attempt to send what is pending. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await sending;
      if (hasUnsent()) await flush();
    },
  };
}

/** Distinct signals; those of messages and notifications are merged by user. */
function createPendingSignals() {
  const texts = new Set<string>();
  const userIds = { message: new Set<string>(), notification: new Set<string>() };
  return {
    count: () => texts.size + userIds.message.size + userIds.notification.size,
    add(signal: Signal): void {
      if (signal.kind === 'message' || signal.kind === 'notification') {
        for (const id of signal.userIds) userIds[signal.kind].add(id);
      } else {
        texts.add(JSON.stringify(signal));
      }
    },
    /** Removes and returns all signals. */
    drain(): Signal[] {
      // Each text was serialized from a signal.
      const signals = [...texts].map((text) => JSON.parse(text) as Signal);
      for (const kind of ['message', 'notification'] as const) {
        const ids = userIds[kind];
        if (ids.size > 0) signals.unshift({ kind, userIds: [...ids] });
        ids.clear();
      }
      texts.clear();
      return signals;
    },
  };
}
