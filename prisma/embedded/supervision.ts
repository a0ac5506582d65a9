import { setTimeout as sleep } from 'node:timers/promises';
import {
  isPostmasterAlive,
  type Postmaster,
  recoverPostmaster,
  startPostmaster,
} from './postmaster.ts';

const checkIntervalMs = 1000;

/**
 * Restarts the server on the same port if it dies while Skein runs (for example killed for memory).
 * The returned function ends the supervision and waits for a restart in progress.
 */
export function keepRunning(
  postmaster: Postmaster,
  port: number,
  log: (line: string) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const watch = async () => {
    while (await pause(ending.signal)) {
      try {
        if (!isPostmasterAlive(postmaster.layout)) await restart(postmaster, port, log);
      } catch (error) {
        // For example no free file descriptor; the next round tries again.
        log(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
  };
}

function pause(signal: AbortSignal): Promise<boolean> {
  return sleep(checkIntervalMs, true, { signal, ref: false }).catch(() => false);
}

async function restart(
  postmaster: Postmaster,
  port: number,
  log: (line: string) => void,
): Promise<void> {
  log('The embedded PostgreSQL exited unexpectedly: restarting it.');
  await recoverPostmaster(postmaster, log);
  await startPostmaster(postmaster, { fixedPort: port });
}
