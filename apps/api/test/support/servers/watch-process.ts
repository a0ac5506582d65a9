import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The resource usage of a server process. */
export interface ResourceUsage {
  /** The maximum resident memory since the start of the process. */
  peakMb: number;
  /** The maximum total resident memory of its child processes. */
  childrenPeakMb: number;
  /** The longest time that the event loop was blocked. */
  longestStallMs: number;
}

export interface ProcessWatch {
  stop(): Promise<ResourceUsage>;
}

const sampleIntervalMs = 50;

/** Measures a server process on Linux that exposes metrics on `metricsPort`. */
export function watchProcess(pid: number, metricsPort: number): ProcessWatch {
  const watched: ResourceUsage = { peakMb: 0, childrenPeakMb: 0, longestStallMs: 0 };
  const stopping = new AbortController();
  const watching = (async () => {
    let waitedMs = cpuWaitMs(pid);
    // Resets the maximum, so that earlier delays do not count.
    await readLoopDelayMs(metricsPort);
    while (!stopping.signal.aborted) {
      await sleep(sampleIntervalMs);
      const children = getChildren(pid).map((child) => readMb(child, 'VmRSS'));
      const childrenMb = children.reduce((sum, mb) => sum + mb, 0);
      watched.childrenPeakMb = Math.max(watched.childrenPeakMb, childrenMb);
      const delayMs = await readLoopDelayMs(metricsPort);
      const nowWaitedMs = cpuWaitMs(pid);
      // Excludes the time that the thread waited for a CPU on a busy machine.
      const ownMs = delayMs - (nowWaitedMs - waitedMs);
      waitedMs = nowWaitedMs;
      watched.longestStallMs = Math.max(watched.longestStallMs, ownMs);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
      return { ...watched, peakMb: readMb(pid, 'VmHWM') };
    },
  };
}

/** The longest event loop delay since the last call. */
async function readLoopDelayMs(metricsPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await response.text())?.[1];
  return 1000 * Number(seconds ?? 0);
}

/** The time that the main thread was runnable but waited for a CPU. */
export function cpuWaitMs(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waitedNs) / 1e6;
}

function getChildren(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

/** Returns 0 for a process that has exited. */
function readMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
