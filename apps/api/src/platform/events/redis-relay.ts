import type { Logger } from '../logger.ts';
import { createRedisClient } from '../redis-client.ts';
import type { OpenRelay, RelayListener } from './relayed-bus.ts';

interface RedisRelayOptions {
  url: string;
  /** Unique per instance, because several instances may share one Redis. */
  channel: string;
  logger: Logger;
}

/** Sends by Redis pub/sub. Uses two connections, because a subscribed one cannot publish. */
export function redisRelay(options: RedisRelayOptions): OpenRelay {
  return (listener) => {
    const opening = open(options, listener);
    return {
      async send(payloads) {
        const { publisher } = await opening;
        await Promise.all(payloads.map((payload) => publisher.publish(options.channel, payload)));
      },
      async stop() {
        const { publisher, subscriber } = await opening;
        publisher.destroy();
        subscriber.destroy();
      },
    };
  };
}

async function open(
  { url, channel, logger }: RedisRelayOptions,
  { onPayload, onGapEnded }: RelayListener,
) {
  // Errors of the publisher reject the running `publish` calls.
  const publisher = await createRedisClient({ url });
  const subscriber = await createRedisClient({ url, logger });
  let isSubscribed = false;
  subscriber.on('ready', () => {
    // After a reconnect the client resubscribes by itself before it emits `ready`.
    const subscribed = isSubscribed ? Promise.resolve() : subscriber.subscribe(channel, onPayload);
    subscribed.then(
      () => {
        isSubscribed = true;
        onGapEnded();
      },
      // The connection was lost again; the client reconnects and emits `ready` once more.
      () => undefined,
    );
  });
  // The client retries until it is destroyed.
  publisher.connect().catch(() => undefined);
  subscriber.connect().catch(() => undefined);
  return { publisher, subscriber };
}
