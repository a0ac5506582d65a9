import type { Logger } from '../logger.ts';
import type { OpenRelay, RelayListener } from './relayed-bus.ts';

const maxReconnectDelayMs = 2000;
const pingIntervalMs = 1000;
/** A connection on which nothing, not even the answer to a ping, comes for so long is dead. */
const silenceMaxMs = 4000;

interface RedisRelayOptions {
  url: string;
  /** Of several Skein instances with one Redis each has its own. */
  channel: string;
  logger: Logger;
}

/** Carries by Redis pub/sub, on two connections: one that listens can do nothing else. */
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
  // Of the size of everything of our own together: only a server that has a Redis loads it.
  const { createClient } = await import('@redis/client');
  const publisher = createClient(toClientOptions(url));
  const subscriber = createClient(toClientOptions(url));
  // Told once, not with every attempt to connect.
  let isAway = false;
  subscriber.on('error', (error: unknown) => {
    if (!isAway) logger.warn({ err: error }, 'Redis does not answer; it is tried again');
    isAway = true;
  });
  // The errors of the other connection fail what is being sent.
  publisher.on('error', () => undefined);
  let isSubscribed = false;
  subscriber.on('ready', () => {
    isAway = false;
    // From the second time on the client subscribes by itself, before it says that it is ready.
    const subscribed = isSubscribed ? Promise.resolve() : subscriber.subscribe(channel, onPayload);
    subscribed.then(
      () => {
        isSubscribed = true;
        onGapEnded();
      },
      // The connection is lost again, which brings another try.
      () => undefined,
    );
  });
  // Only a stop ends the attempts.
  publisher.connect().catch(() => undefined);
  subscriber.connect().catch(() => undefined);
  return { publisher, subscriber };
}

function toClientOptions(url: string) {
  return {
    url,
    // What cannot be sent now is told as a gap; it need not wait.
    disableOfflineQueue: true,
    pingInterval: pingIntervalMs,
    socket: {
      connectTimeout: 2000,
      socketTimeout: silenceMaxMs,
      reconnectStrategy: (retries: number) => Math.min(100 * 2 ** retries, maxReconnectDelayMs),
    },
  };
}
