import { createClient } from '@redis/client';
import type { Logger } from '../shared/logger.ts';
import type { OpenRelay } from './relayed-bus.ts';

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
export function redisRelay({ url, channel, logger }: RedisRelayOptions): OpenRelay {
  return ({ onPayload, onGapEnded }) => {
    const publisher = connect(url);
    const subscriber = connect(url);
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
      const subscribed = isSubscribed
        ? Promise.resolve()
        : subscriber.subscribe(channel, onPayload);
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
    return {
      async send(payloads) {
        await Promise.all(payloads.map((payload) => publisher.publish(channel, payload)));
      },
      stop() {
        publisher.destroy();
        subscriber.destroy();
        return Promise.resolve();
      },
    };
  };
}

function connect(url: string) {
  return createClient({
    url,
    // What cannot be sent now is told as a gap; it need not wait.
    disableOfflineQueue: true,
    pingInterval: pingIntervalMs,
    socket: {
      connectTimeout: 2000,
      socketTimeout: silenceMaxMs,
      reconnectStrategy: (retries) => Math.min(100 * 2 ** retries, maxReconnectDelayMs),
    },
  });
}
