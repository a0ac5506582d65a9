import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const firstReconnectDelayMs = 250;
const maxReconnectDelayMs = 2000;
const connectTimeoutMs = 2000;
const heartbeatIntervalMs = 600;
const heartbeatTimeoutMs = 1000;
const queryTimeoutMs = 2000;
const closeTimeoutMs = 1000;

export interface ListenOptions {
  url: string;
  channels: readonly string[];
  onNotification: (payload: string, channel: string) => void;
  /** The connection is lost: notifications until the next `onLive` are missed. Called once per loss. */
  onGap: (error: Error | undefined) => void;
  /** Notifications are received from now on. Called after each reconnection too. */
  onLive: () => void;
}

export interface Listener {
  stop(): Promise<void>;
}

interface Connection {
  /** Closes the connection without waiting for an unreachable server. */
  close(): Promise<void>;
}

/**
 * Receives notifications of the database (`pg_notify`) on a separate connection that reconnects until
 * it succeeds. Detects a connection that dies silently within two seconds.
 */
export function listen(options: ListenOptions): Listener {
  let isStopped = false;
  let isInGap = false;
  let delayMs = firstReconnectDelayMs;
  let connection: Connection | undefined;
  let timer: NodeJS.Timeout | undefined;

  const onReady = () => {
    if (isStopped) return;
    isInGap = false;
    delayMs = firstReconnectDelayMs;
    options.onLive();
  };
  const onLost = (error: Error | undefined) => {
    if (isStopped) return;
    timer = setTimeout(open, delayMs);
    delayMs = Math.min(2 * delayMs, maxReconnectDelayMs);
    if (!isInGap) options.onGap(error);
    isInGap = true;
  };
  const open = () => {
    connection = openConnection(options, { onReady, onLost });
  };

  open();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await connection?.close();
    },
  };
}

/** Calls `onLost` once, as the last callback of the connection. */
function openConnection(
  options: ListenOptions,
  on: { onReady: () => void; onLost: (error: Error | undefined) => void },
): Connection {
  // A separate socket, to destroy it when the server does not respond.
  const socket = new Socket();
  const client = createClient(options, socket);
  let heartbeat: NodeJS.Timeout | undefined;
  let isEnded = false;
  const endConnection = (error?: Error) => {
    if (isEnded) return;
    isEnded = true;
    clearInterval(heartbeat);
    socket.destroy();
    on.onLost(error);
  };
  client.on('error', endConnection);
  client.once('end', () => endConnection());
  client
    .connect()
    .then(() => client.query(toListenStatements(client, options.channels)))
    .then(() => {
      if (isEnded) return;
      heartbeat = startHeartbeat(client, endConnection);
      on.onReady();
    })
    .catch(endConnection);
  return {
    async close() {
      isEnded = true;
      clearInterval(heartbeat);
      const closed = client.end().catch(() => undefined);
      await Promise.race([closed, sleep(closeTimeoutMs, undefined, { ref: false })]);
      socket.destroy();
    },
  };
}

function toListenStatements(client: pg.Client, channels: readonly string[]): string {
  return channels.map((channel) => `LISTEN ${client.escapeIdentifier(channel)}`).join('; ');
}

/** Sends a query at intervals and reports a missing response. */
function startHeartbeat(client: pg.Client, endConnection: (error: Error) => void): NodeJS.Timeout {
  const beat = () => {
    let hasResponse = false;
    client.query('SELECT 1').then(() => {
      hasResponse = true;
    }, endConnection);
    const checkResponse = () => {
      if (!hasResponse) endConnection(new Error('The database does not respond to its listener.'));
    };
    // Reads pending input first, because a busy process would otherwise report a false timeout.
    setTimeout(() => setImmediate(checkResponse), heartbeatTimeoutMs).unref();
  };
  return setInterval(beat, heartbeatIntervalMs).unref();
}

function createClient({ url, onNotification }: ListenOptions, socket: Socket): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'skein-listener',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('notification', ({ payload, channel }) => onNotification(payload ?? '', channel));
  return client;
}
