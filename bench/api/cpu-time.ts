import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Linux counts CPU time in ticks of this length. */
const tickMs = 10;

/** Reads the milliseconds of CPU time used so far; null if the system does not report them. */
export type ReadCpuTime = () => number | null;

export function getCpuTime(pid: number | undefined): ReadCpuTime {
  return () => (process.platform === 'linux' && pid !== undefined ? readStat(pid).ownMs : null);
}

/** Null if one of them is unknown. */
export function sumCpuTimes(times: readonly ReadCpuTime[]): ReadCpuTime {
  return () =>
    times.reduce<number | null>((sum, read) => {
      const ms = read();
      return sum === null || ms === null ? null : sum + ms;
    }, 0);
}

/** The data directory of the embedded PostgreSQL in Skein's data directory. */
export function embeddedClusterDirectory(dataDirectory: string): string {
  return path.join(dataDirectory, 'postgres/cluster');
}

/** The CPU time of all processes of the PostgreSQL server with this data directory. */
export function postgresCpuTime(dataDirectory: string): ReadCpuTime {
  return () => {
    if (process.platform !== 'linux') return null;
    const postmaster = readPostmasterPid(dataDirectory);
    const running = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => readChildMs(Number(name), postmaster));
    const { ownMs, endedChildrenMs } = readStat(postmaster);
    return running.reduce((sum, ms) => sum + ms, ownMs + endedChildrenMs);
  };
}

/** PostgreSQL's main process, the parent of all others. */
function readPostmasterPid(dataDirectory: string): number {
  const file = path.join(dataDirectory, 'postmaster.pid');
  return Number(readFileSync(file, 'utf8').split('\n')[0]);
}

interface Stat {
  parent: number;
  ownMs: number;
  endedChildrenMs: number;
}

/** The CPU time of a process of PostgreSQL, which has one thread, in nanoseconds instead of ticks. 0 for other processes. */
function readChildMs(pid: number, postmaster: number): number {
  try {
    if (readStat(pid).parent !== postmaster) return 0;
    const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

/** See proc_pid_stat(5). The name of the program, in parentheses, may contain spaces. */
function readStat(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0] = fields.slice(1);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11);
  return {
    parent,
    ownMs: (user + system) * tickMs,
    endedChildrenMs: (childrenUser + childrenSystem) * tickMs,
  };
}
