import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuWaitMs } from '../../support/servers/watch-process.ts';

export interface SelfWatch {
  /** The longest that this process held its event loop up since it was asked before. */
  stallMs(): number;
  stop(): void;
}

/** Watches the process that the server under test shares with the test. */
export function watchSelf(): SelfWatch {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  let waitedMs = waitedMsSoFar();
  return {
    stallMs() {
      const nowMs = waitedMsSoFar();
      // A machine that is busy with other things makes the loop wait: that is none of its doing.
      const stallMs = delays.max / 1e6 - (nowMs - waitedMs);
      waitedMs = nowMs;
      delays.reset();
      return stallMs;
    },
    stop: () => delays.disable(),
  };
}

function waitedMsSoFar(): number {
  return process.platform === 'linux' ? cpuWaitMs(process.pid) : 0;
}

/** What is still in use once all garbage is gone. */
export function heapMb(): number {
  setFlagsFromString('--expose-gc');
  // What the flag makes of this name.
  const collectGarbage = runInNewContext('gc') as () => void;
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 ** 2;
}
