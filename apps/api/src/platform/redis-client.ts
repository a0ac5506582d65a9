import type { Logger } from './logger.ts';

const maxReconnectDelayMs = 2000;
const pingIntervalMs = 1000;
/** A connection that receives nothing for this long, not even a ping response, is considered dead. */
const socketTimeoutMs = 4000;

interface RedisClientOptions {
  url: string;
  /** Logs each outage once. Without it, only the running commands report errors. */
  logger?: Logger;
  /** Commands fail after this time; by default, when the connection is considered dead. */
  commandTimeoutMs?: number;
}

/**
 * Creates a client, which connects with `connect()` and reconnects until it is destroyed. Without a
 * connection, commands fail immediately.
 */
export async function createRedisClient({ url, logger, commandTimeoutMs }: RedisClientOptions) {
  // The package is large, so only servers that use Redis load it.
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: pingIntervalMs,
    ...(commandTimeoutMs !== undefined && { commandOptions: { timeout: commandTimeoutMs } }),
    socket: {
      connectTimeout: 2000,
      socketTimeout: socketTimeoutMs,
      reconnectStrategy: (retries: number) => Math.min(100 * 2 ** retries, maxReconnectDelayMs),
    },
  });
  let isDisconnected = false;
  client.on('error', (error: unknown) => {
    if (!isDisconnected) logger?.warn({ err: error }, 'lost the connection to Redis, reconnecting');
    isDisconnected = true;
  });
  client.on('ready', () => {
    isDisconnected = false;
  });
  return client;
}
