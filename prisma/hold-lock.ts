import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const beatMs = 2000;
const answerTimeoutMs = 2000;
/** The server gives the lock free when nothing is heard of its holder for so long. */
const silenceMs = 10_000;

export interface HoldLockOptions {
  url: string;
  /** Any number that nobody else uses in this database. */
  key: string;
  /** From now on nobody else has it, until `onLost` is heard. */
  onHeld: () => void;
  onLost: () => void;
}

export interface HeldLock {
  /** Gives the lock free. `onLost` is not heard any more. */
  stop(): Promise<void>;
}

/**
 * Asks for a lock of the database's until it is had, holds it for as long as the connection lives,
 * and asks again when that is lost. Of several processes one has it; another takes over within
 * seconds when that one ends, however it ends.
 */
export function holdLock(options: HoldLockOptions): HeldLock {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = keepHolding(options, signal);
  return {
    stop() {
      stopping.abort();
      return done;
    },
  };
}

async function keepHolding(options: HoldLockOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // An outage is told of by whoever works on the database; here it only means to try again.
    await holdOnce(options, signal).catch(() => undefined);
    await pause(signal);
  }
}

/** Ends when the connection does, or when it is told to. */
async function holdOnce(
  { url, key, onHeld, onLost }: HoldLockOptions,
  signal: AbortSignal,
): Promise<void> {
  const socket = new Socket();
  const client = createClient(url, socket);
  let isHeld = false;
  try {
    await client.connect();
    while (!signal.aborted) {
      const had: boolean = isHeld;
      isHeld = had ? await isAnswering(client) : await tryLock(client, key);
      if (isHeld && !had) onHeld();
      await pause(signal);
    }
    await Promise.race([client.end(), sleep(answerTimeoutMs, undefined, { ref: false })]);
  } finally {
    socket.destroy();
    if (isHeld && !signal.aborted) onLost();
  }
}

function createClient(url: string, socket: Socket): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'skein-jobs',
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    // Its own end of the connection, to be cut when the other one does not answer.
    stream: () => socket,
  });
  // The next query reports the loss; without a listener it ends the process.
  client.on('error', () => undefined);
  return client;
}

async function tryLock(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT set_config('idle_session_timeout', '${silenceMs}', false),
       pg_try_advisory_lock($1) AS locked`,
    [key],
  );
  return rows[0]?.locked === true;
}

async function isAnswering(client: pg.Client): Promise<true> {
  await client.query('SELECT');
  return true;
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(beatMs, undefined, { signal, ref: false }).catch(() => undefined);
}
