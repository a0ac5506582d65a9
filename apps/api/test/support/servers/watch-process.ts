import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server's process took while it was watched. */
export interface Watched {
  /** Resident memory at its highest, ever. */
  peakMb: number;
  /** Of all its child processes together. */
  childrenPeakMb: number;
  /** The longest time in which its event loop did nothing for anybody. */
  longestStallMs: number;
}

export interface ProcessWatch {
  stop(): Promise<Watched>;
}

const sampleEveryMs = 50;

/** Watches a server on Linux that tells its figures at `metricsPort`. */
export function watchProcess(pid: number, metricsPort: number): ProcessWatch {
  const watched: Watched = { peakMb: 0, childrenPeakMb: 0, longestStallMs: 0 };
  const stopping = new AbortController();
  const watching = (async () => {
    let waitedMs = waitedForProcessorMs(pid);
    // Whatever there was before is nothing of what is watched.
    await readLoopDelayMs(metricsPort);
    while (!stopping.signal.aborted) {
      await sleep(sampleEveryMs);
      const children = childrenOf(pid).map((child) => readMb(child, 'VmRSS'));
      const childrenMb = children.reduce((sum, mb) => sum + mb, 0);
      watched.childrenPeakMb = Math.max(watched.childrenPeakMb, childrenMb);
      const delayMs = await readLoopDelayMs(metricsPort);
      const nowWaitedMs = waitedForProcessorMs(pid);
      // A machine that is busy with other things makes the loop wait: that is none of its doing.
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

/** The longest delay of its event loop since it was asked before. */
async function readLoopDelayMs(metricsPort: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await response.text())?.[1];
  return 1000 * Number(seconds ?? 0);
}

/** So long its first thread, which runs the event loop, has been ready to run and was not let. */
export function waitedForProcessorMs(pid: number): number {
  const [, waitedNs] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waitedNs) / 1e6;
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

/** 0 for a process that has ended meanwhile. */
function readMb(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${figure}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
