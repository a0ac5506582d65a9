import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { Tracing } from '../tracing.ts';
import type { Bus } from './bus.ts';
import { createLocalBus } from './local-bus.ts';
import { createSignalBatcher } from './signal-batcher.ts';
import { decodeSignalBatch, encodeSignalBatch } from './signal-batch.ts';

/** Signals of more traces in one batch are not recorded. */
const traceParentsMax = 8;

/** How long `stop` waits until the last signals are sent. */
const stopMaxMs = 1000;

/** Transports payloads between server processes. */
export interface Relay {
  /** Sends to all listening processes, possibly including this one. Rejects when it fails. */
  send(payloads: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export interface RelayListener {
  onPayload: (payload: string) => void;
  /** The relay receives payloads from now on; earlier ones may have been lost. */
  onGapEnded: () => void;
}

export type OpenRelay = (listener: RelayListener) => Relay;

/**
 * A bus across several processes. Delivery within this process is immediate and does not depend on
 * the relay.
 */
export function createRelayedBus(
  openRelay: OpenRelay,
  { logger, tracing }: { logger: Logger; tracing?: Tracing | undefined },
): Bus {
  const local = createLocalBus();
  const serverId = newId();
  const relay = openRelay({
    onGapEnded: () => local.endGap(),
    onPayload(payload) {
      const batch = decodeSignalBatch(payload);
      if (batch === null || batch.from === serverId) return;
      const handle = () => {
        if (batch.isAfterGap) local.endGap();
        for (const signal of batch.signals) local.publish(signal);
      };
      if (tracing === undefined || batch.traceParents.length === 0) handle();
      else tracing.receiveSignals(batch.traceParents, handle);
    },
  });
  const pendingTraces = new Set<string>();
  const takeTraces = () => {
    const traceParents = [...pendingTraces];
    pendingTraces.clear();
    return traceParents;
  };
  const batcher = createSignalBatcher({
    send: (signals, isAfterGap) =>
      relay.send(
        encodeSignalBatch({ from: serverId, signals, isAfterGap, traceParents: takeTraces() }),
      ),
    onFailure: (error) => logger.warn({ err: error }, 'cannot send signals to other servers'),
  });
  return {
    publish(signal) {
      local.publish(signal);
      const traceParent = tracing?.traceParent();
      if (traceParent !== undefined && pendingTraces.size < traceParentsMax) {
        pendingTraces.add(traceParent);
      }
      batcher.add(signal);
    },
    subscribe: (listener) => local.subscribe(listener),
    async stop() {
      await Promise.race([batcher.stop(), sleep(stopMaxMs, undefined, { ref: false })]);
      await relay.stop();
    },
  };
}
