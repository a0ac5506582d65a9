import type { ReplicatedPostgres } from '@skein/db/testing/replicated-postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresCpuTime, sumCpuTimes, type ReadCpuTime } from '../api/cpu-time.ts';
import type { Target } from '../api/measure.ts';
import { startApi, type RunningApi } from '../api/servers.ts';

export interface Configuration {
  servers: number;
  /** Running replicas. */
  replicas: number;
  usesReplicas: boolean;
}

export const replicaCount = 2;

/** In the order of a round: replicas start once per round. */
export const configurations: readonly Configuration[] = [
  { servers: 1, replicas: 0, usesReplicas: false },
  { servers: 2, replicas: 0, usesReplicas: false },
  // Shows what streaming costs PostgreSQL itself.
  { servers: 1, replicas: replicaCount, usesReplicas: false },
  { servers: 1, replicas: replicaCount, usesReplicas: true },
  { servers: 2, replicas: replicaCount, usesReplicas: true },
];

export function describeConfiguration({ servers, replicas, usesReplicas }: Configuration): string {
  const description = `${servers} server${servers === 1 ? '' : 's'}, ${replicas} replicas`;
  return replicas > 0 && !usesReplicas ? `${description}, unused` : description;
}

export interface Cluster {
  /** Two that read from the primary, and two that read from the replicas. */
  servers: Record<'alone' | 'replicated', RunningApi[]>;
  replicasMs: ReadCpuTime;
  getTarget(configuration: Configuration): Target;
  startReplicas(): Promise<void>;
  stopReplicas(): Promise<void>;
  stop(): Promise<void>;
}

/** Servers check their replicas five times per second. */
const replicasReturnMs = 3000;

/**
 * Starts all servers at once, so that each configuration has warm ones. The ones that are not measured only
 * do background work.
 */
export async function startCluster(
  postgres: ReplicatedPostgres,
  dataDirectory: string,
): Promise<Cluster> {
  const { primary, replicas } = postgres;
  const replicaUrls = { DATABASE_REPLICA_URLS: replicas.map(({ url }) => url).join(',') };
  const startServers = async (env: Record<string, string>) => {
    const options = { env, canCollectGarbage: true };
    return [
      await startApi(primary.url, dataDirectory, options),
      await startApi(primary.url, dataDirectory, options),
    ];
  };
  const servers = { alone: await startServers({}), replicated: await startServers(replicaUrls) };
  const readPostgresMs = postgresCpuTime(primary.dataDirectory);
  return {
    servers,
    replicasMs: sumCpuTimes(replicas.map((replica) => postgresCpuTime(replica.dataDirectory))),
    getTarget: (configuration) => ({
      servers: servers[configuration.usesReplicas ? 'replicated' : 'alone'].slice(
        0,
        configuration.servers,
      ),
      databaseUrl: primary.url,
      readPostgresMs,
    }),
    async startReplicas() {
      for (const replica of replicas) await replica.start();
      await postgres.untilReplayed();
      await sleep(replicasReturnMs);
    },
    async stopReplicas() {
      for (const replica of replicas) await replica.kill();
    },
    async stop() {
      await Promise.all([...servers.alone, ...servers.replicated].map((server) => server.stop()));
    },
  };
}
