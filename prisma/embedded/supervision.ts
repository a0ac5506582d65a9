import { setTimeout as sleep } from 'node:timers/promises';
import {
  isPostmasterAlive,
  type Postmaster,
  recoverPostmaster,
  startPostmaster,
} from './postmaster.ts';

const checkIntervalMs = 1000;

/**
 * Starts the server again, on the same port, when it dies while Skein lives (killed for memory,
 * for one). The answer ends that, and waits for a start that is under way.
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
        // Such as no free file descriptor to look or to start with: the next round tries again.
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
  log('The embedded PostgreSQL ended by itself and is started again.');
  await recoverPostmaster(postmaster, log);
  await startPostmaster(postmaster, port);
}
