import type { ReadCpuTime } from '../api/cpu-time.ts';
import type { RunningApi } from '../api/servers.ts';
import type { Stage } from '../api/stage.ts';
import type { Peers } from './peers.ts';

/** A running server with federation, its database and the other servers. */
export interface Bench {
  api: RunningApi;
  databaseUrl: string;
  readPostgresMs: ReadCpuTime;
  stage: Stage;
  peers: Peers;
  log: (line: string) => void;
}

/** Returns a function that returns the CPU time since then, divided by a number of requests. */
export function measureCpu({ api, readPostgresMs }: Pick<Bench, 'api' | 'readPostgresMs'>) {
  const read = () => [api.readCpuMs() ?? Number.NaN, readPostgresMs() ?? Number.NaN] as const;
  const [server, postgres] = read();
  return (count: number) => {
    const [serverNow, postgresNow] = read();
    return {
      serverMs: (serverNow - server) / count,
      postgresMs: (postgresNow - postgres) / count,
    };
  };
}

export function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.95, 0.99]
    .map((share) => {
      const ms = sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
      return `p${share * 100} ${ms.toFixed(1)} ms`;
    })
    .join(', ');
}
