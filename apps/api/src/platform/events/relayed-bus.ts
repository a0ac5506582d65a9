import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { Bus } from './bus.ts';
import { createLocalBus } from './local-bus.ts';
import { createSignalBatcher } from './signal-batcher.ts';
import { decodeSignalBatch, encodeSignalBatch } from './signal-batch.ts';

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
export function createRelayedBus(openRelay: OpenRelay, { logger }: { logger: Logger }): Bus {
  const local = createLocalBus();
  const serverId = newId();
  const relay = openRelay({
    onGapEnded: () => local.endGap(),
    onPayload(payload) {
      const batch = decodeSignalBatch(payload);
      if (batch === null || batch.from === serverId) return;
      if (batch.isAfterGap) local.endGap();
      for (const signal of batch.signals) local.publish(signal);
    },
  });
  const batcher = createSignalBatcher({
    send: (signals, isAfterGap) =>
      relay.send(encodeSignalBatch({ from: serverId, signals, isAfterGap })),
    onFailure: (error) => logger.warn({ err: error }, 'cannot send signals to other servers'),
  });
  return {
    publish(signal) {
      local.publish(signal);
      batcher.add(signal);
    },
    subscribe: (listener) => local.subscribe(listener),
    async stop() {
      batcher.stop();
      await relay.stop();
    },
  };
}
