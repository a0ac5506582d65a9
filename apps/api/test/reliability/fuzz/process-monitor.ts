import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuWaitMs } from '../../support/servers/watch-process.ts';

export interface ProcessMonitor {
  /** The longest time that this process blocked its event loop since the last call. */
  stallMs(): number;
  stop(): void;
}

/** Monitors the process that runs both the server and the test. */
export function monitorProcess(): ProcessMonitor {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let waitedMs = runQueueWaitMs();
  return {
    stallMs() {
      const nowMs = runQueueWaitMs();
      // Time spent waiting for a CPU on a busy machine does not count.
      const stallMs = delays.max / 1e6 - (nowMs - waitedMs);
      waitedMs = nowMs;
      delays.reset();
      return stallMs;
    },
    stop: () => delays.disable(),
  };
}

function runQueueWaitMs(): number {
  return process.platform === 'linux' ? cpuWaitMs(process.pid) : 0;
}

/** The used heap after a garbage collection. */
export function heapMb(): number {
  setFlagsFromString('--expose-gc');
  // Defined by the flag above.
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}
