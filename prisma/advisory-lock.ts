import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const pollIntervalMs = 2000;
const responseTimeoutMs = 2000;
/** PostgreSQL ends an idle session after this time, which releases its lock. */
const idleSessionTimeoutMs = 10_000;

export interface AcquireLockOptions {
  url: string;
  /** A number that is unique in this database. */
  key: string;
  /** Called when this process has the lock, until `onLost`. */
  onAcquired: () => void;
  onLost: () => void;
}

export interface AcquiredLock {
  /** Releases the lock without calling `onLost`. */
  stop(): Promise<void>;
}

/**
 * Acquires an advisory lock, holds it while the connection lives, and acquires it again after a
 * connection loss. One of several processes has the lock; when it ends, another acquires it within
 * seconds.
 */
export function acquireLock(options: AcquireLockOptions): AcquiredLock {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = acquireUntilAborted(options, signal);
  return {
    stop() {
      stopping.abort();
      return done;
    },
  };
}

async function acquireUntilAborted(
  options: AcquireLockOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Other users of the database report outages; this one only tries again.
    await acquireOnce(options, signal).catch(() => undefined);
    await pause(signal);
  }
}

/** Returns when the connection ends or the signal aborts. */
async function acquireOnce(
  { url, key, onAcquired, onLost }: AcquireLockOptions,
  signal: AbortSignal,
): Promise<void> {
  const socket = new Socket();
  const client = createClient(url, socket);
  let isHeld = false;
  try {
    await client.connect();
    while (!signal.aborted) {
      const wasHeld: boolean = isHeld;
      isHeld = wasHeld ? await isResponding(client) : await tryLock(client, key);
      if (isHeld && !wasHeld) onAcquired();
      await pause(signal);
    }
    await Promise.race([client.end(), sleep(responseTimeoutMs, undefined, { ref: false })]);
  } finally {
    socket.destroy();
    if (isHeld && !signal.aborted) onLost();
  }
}

function createClient(url: string, socket: Socket): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'skein-jobs',
    connectionTimeoutMillis: responseTimeoutMs,
    query_timeout: responseTimeoutMs,
    keepAlive: true,
    // A separate socket, to destroy it when the server does not respond.
    stream: () => socket,
  });
  // The next query reports the lost connection. Without a listener the process would exit.
  client.on('error', () => undefined);
  return client;
}

async function tryLock(client: pg.Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    // A replica has locks of its own, so another process could hold this one on the primary.
    `SELECT set_config('idle_session_timeout', '${idleSessionTimeoutMs}', false),
       CASE WHEN pg_is_in_recovery() THEN false ELSE pg_try_advisory_lock($1) END AS locked`,
    [key],
  );
  return rows[0]?.locked === true;
}

async function isResponding(client: pg.Client): Promise<true> {
  await client.query('SELECT');
  return true;
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(pollIntervalMs, undefined, { signal, ref: false }).catch(() => undefined);
}
