import type { Logger } from '../logger.ts';
import type { OpenRelay, RelayListener } from './relayed-bus.ts';

const maxReconnectDelayMs = 2000;
const pingIntervalMs = 1000;
/** A connection that receives nothing for this long, not even a ping response, is considered dead. */
const socketTimeoutMs = 4000;

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
  // The package is large, so only servers that use Redis load it.
  const { createClient } = await import('@redis/client');
  const publisher = createClient(toClientOptions(url));
  const subscriber = createClient(toClientOptions(url));
  // Logged once per outage, not for every attempt to connect.
  let isDisconnected = false;
  subscriber.on('error', (error: unknown) => {
    if (!isDisconnected) logger.warn({ err: error }, 'lost the connection to Redis, reconnecting');
    isDisconnected = true;
  });
  // Errors of this connection reject the running `publish` calls.
  publisher.on('error', () => undefined);
  let isSubscribed = false;
  subscriber.on('ready', () => {
    isDisconnected = false;
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

function toClientOptions(url: string) {
  return {
    url,
    // Commands fail while disconnected instead of waiting: the batcher reports a gap afterwards.
    disableOfflineQueue: true,
    pingInterval: pingIntervalMs,
    socket: {
      connectTimeout: 2000,
      socketTimeout: socketTimeoutMs,
      reconnectStrategy: (retries: number) => Math.min(100 * 2 ** retries, maxReconnectDelayMs),
    },
  };
}
