import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const firstReconnectDelayMs = 250;
const maxReconnectDelayMs = 2000;
const connectTimeoutMs = 2000;
const heartbeatIntervalMs = 600;
const heartbeatTimeoutMs = 1000;
const answerTimeoutMs = 2000;
const farewellMs = 1000;

export interface ListenOptions {
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  /** What is announced from now on until `onLive` is not heard. Once for each such time. */
  onGap: (error: Error | undefined) => void;
  /** Announcements are heard from now on; also after each gap. */
  onLive: () => void;
}

export interface Listener {
  stop(): Promise<void>;
}

interface Connection {
  /** Says goodbye; a server that is out of reach is not waited for. */
  close(): Promise<void>;
}

/**
 * Hears what is announced in the database (`pg_notify`), on a connection of its own that is made
 * again for as long as it takes whenever it is lost. One that dies in silence is noticed within
 * two seconds.
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

/** `onLost` is called once, and is the last that is heard of the connection. */
function openConnection(
  options: ListenOptions,
  on: { onReady: () => void; onLost: (error: Error | undefined) => void },
): Connection {
  // Its own end of the connection, to be cut when the other one does not answer.
  const socket = new Socket();
  const client = createClient(options, socket);
  let heartbeat: NodeJS.Timeout | undefined;
  let isOver = false;
  const lose = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    clearInterval(heartbeat);
    socket.destroy();
    on.onLost(error);
  };
  client.on('error', lose);
  client.once('end', () => lose());
  client
    .connect()
    .then(() => client.query(`LISTEN ${client.escapeIdentifier(options.channel)}`))
    .then(() => {
      if (isOver) return;
      heartbeat = startHeartbeat(client, lose);
      on.onReady();
    })
    .catch(lose);
  return {
    async close() {
      isOver = true;
      clearInterval(heartbeat);
      const farewell = client.end().catch(() => undefined);
      await Promise.race([farewell, sleep(farewellMs, undefined, { ref: false })]);
      socket.destroy();
    },
  };
}

/** Asks again and again, and says so when no answer comes. */
function startHeartbeat(client: pg.Client, lose: (error: Error) => void): NodeJS.Timeout {
  const beat = () => {
    let isAnswered = false;
    client.query('SELECT 1').then(() => {
      isAnswered = true;
    }, lose);
    const judge = () => {
      if (!isAnswered) lose(new Error('The database leaves its listener without an answer.'));
    };
    // After what has come in was read: a process that was busy must not take itself for deaf.
    setTimeout(() => setImmediate(judge), heartbeatTimeoutMs).unref();
  };
  return setInterval(beat, heartbeatIntervalMs).unref();
}

function createClient({ url, onNotification }: ListenOptions, socket: Socket): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'skein-listener',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  client.on('notification', ({ payload }) => onNotification(payload ?? ''));
  return client;
}
