import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { Bus } from './bus.ts';
import { createLocalBus } from './local-bus.ts';
import { createSignalBatcher } from './signal-batcher.ts';
import { decodeSignalBatch, encodeSignalBatch } from './signal-batch.ts';

/** What carries texts between server processes. */
export interface Relay {
  /** To all processes that listen, perhaps to this one as well. Fails when it cannot be sent. */
  send(payloads: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

export interface RelayListener {
  onPayload: (payload: string) => void;
  /** From now on is heard what is sent; before, something may not have been. */
  onGapEnded: () => void;
}

export type OpenRelay = (listener: RelayListener) => Relay;

/**
 * A bus of several processes. Within its own process it works at once and whatever becomes of the
 * relay; the others hear by the relay.
 */
export function createRelayedBus(openRelay: OpenRelay, { logger }: { logger: Logger }): Bus {
  const local = createLocalBus();
  const self = newId();
  const relay = openRelay({
    onGapEnded: () => local.endGap(),
    onPayload(payload) {
      const bulletin = decodeSignalBatch(payload);
      if (bulletin === null || bulletin.from === self) return;
      if (bulletin.isAfterGap) local.endGap();
      for (const signal of bulletin.signals) local.publish(signal);
    },
  });
  const outbox = createSignalBatcher({
    send: (signals, isAfterGap) =>
      relay.send(encodeSignalBatch({ from: self, signals, isAfterGap })),
    onFailure: (error) => logger.warn({ err: error }, 'other servers cannot be told of events'),
  });
  return {
    publish(signal) {
      local.publish(signal);
      outbox.add(signal);
    },
    subscribe: (listener) => local.subscribe(listener),
    async stop() {
      outbox.stop();
      await relay.stop();
    },
  };
}
