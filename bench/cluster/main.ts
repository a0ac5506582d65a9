// pnpm --filter @skein/bench bench:cluster: the cost of read replicas. README.md describes it.
import { setTimeout as sleep } from 'node:timers/promises';
import { readLandmarks, seedVolume } from '@skein/db/seed/volume';
import { openRunDirectory } from '@skein/db/testing';
import { startReplicatedPostgres } from '@skein/db/testing/replicated-postgres';
import type { ReplicatedPostgres } from '@skein/db/testing/replicated-postgres';
import { selectCases } from '../api/cases/index.ts';
import { perRequest, PreparedCase } from '../api/measure.ts';
import { readOptions, type BenchOptions } from '../api/options.ts';
import { writeDocument } from '../api/report.ts';
import type { RunningApi } from '../api/servers.ts';
import { createStage } from '../api/stage.ts';
import { median } from '../api/statistics.ts';
import { formatMs, formatTable } from '../api/table.ts';
import { queryDatabase } from '../api/volume-database.ts';
import {
  configurations,
  describeConfiguration,
  replicaCount,
  startCluster,
} from './configuration.ts';
import type { Cluster, Configuration } from './configuration.ts';
import { cacheSessions, withPositions } from './sessions.ts';
import {
  createStatementStats,
  measureIdleRate,
  statementSettings,
  withStatementCounts,
} from './statements.ts';
import type { StatementCounts } from './statements.ts';
import { checkThresholds, type Measurement } from './thresholds.ts';

const reads = 'following,all,profile,replies,thread,search-common,notifications,conversation';
const writes = 'create,like,follow,send';
const defaults = ['--users', '1000', '--threads', '20000', '--seconds', '2', '--rounds', '3'];
const settleMs = 3000;
const warmUpSeconds = 1;

async function run(options: BenchOptions): Promise<void> {
  const startedAt = new Date();
  await using stack = new AsyncDisposableStack();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stack.disposeAsync().then(() => process.exit(1)));
  }
  log('Seeding the primary and copying it to two replicas.');
  const { directory } = stack.use(openRunDirectory());
  const postgres = stack.adopt(await startDatabases(options), (servers) => servers.close());
  const cluster = stack.adopt(await startCluster(postgres, directory), (c) => c.stop());
  await sleep(settleMs);
  const memory = {
    aloneMb: await meanMemory(cluster.servers.alone),
    replicatedMb: await meanMemory(cluster.servers.replicated),
  };
  const cases = await prepareCases(postgres, cluster, options);
  const rounds: Measurement[] = [];
  // Later, because writes change what reads must return.
  const [readCases, writeCases] = [cases.filter(isRead), cases.filter((found) => !isRead(found))];
  for (const ofKind of [readCases, writeCases]) {
    rounds.push(...(await measureRounds(ofKind, { postgres, cluster, options })));
  }
  const measurements = toMedians(rounds);
  const checks = checkThresholds(measurements, memory);
  const [version] = await queryDatabase<{ server_version: string }>(
    postgres.primary.url,
    'SHOW server_version',
  );
  const file = writeDocument(
    { options, startedAt, postgresVersion: version?.server_version ?? 'unknown' },
    '-cluster',
    { memory, checks, measurements },
  );
  console.log(
    `\n${describe(measurements)}\n\nMemory of an idle server: ${memory.aloneMb.toFixed(0)} MB, ${memory.replicatedMb.toFixed(0)} MB with replicas.\n`,
  );
  const lines = checks.map(({ requirement, value, isMet }) => [
    requirement,
    value,
    isMet ? 'met' : 'MISSED',
  ]);
  console.log(`${formatTable([['requirement', 'measured', ''], ...lines])}\n\nWritten to ${file}`);
}

const isRead = ({ prepared }: ClusterCase) => prepared.workload.adds === undefined;

async function measureRounds(
  cases: readonly ClusterCase[],
  context: { postgres: ReplicatedPostgres; cluster: Cluster; options: BenchOptions },
): Promise<Measurement[]> {
  const { postgres, cluster, options } = context;
  const rounds: Measurement[] = [];
  for (const { prepared } of cases) {
    for (const configuration of configurations.filter(({ servers }) => servers === 2)) {
      const warmUp = { connections: 16, seconds: warmUpSeconds };
      await prepared.measure(warmUp, cluster.getTarget(configuration));
    }
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const replicas of [0, replicaCount]) {
      log(`${cases.length} cases, round ${round}, ${replicas} replicas.`);
      if (replicas === 0) await cluster.stopReplicas();
      else await cluster.startReplicas();
      const databases = replicas === 0 ? { ...postgres, replicas: [] } : postgres;
      const idle = await measureIdleRate(databases);
      for (const configuration of configurations.filter((c) => c.replicas === replicas)) {
        for (const prepared of cases) {
          rounds.push(
            await measure(prepared, configuration, { databases, idle, cluster, options }),
          );
        }
      }
    }
  }
  return rounds;
}

function startDatabases({ users, threads, seed }: BenchOptions): Promise<ReplicatedPostgres> {
  return startReplicatedPostgres(replicaCount, {
    settings: [
      ...statementSettings,
      'shared_buffers=256MB',
      // Replicas that were stopped continue where they were.
      'wal_keep_size=8GB',
      // It starts once a minute, as long as a round takes, and would be counted for the same configuration in each round.
      'autovacuum=off',
    ],
    seed: async (databaseUrl) => {
      await queryDatabase(databaseUrl, createStatementStats);
      await seedVolume({ users, threads, seed, databaseUrl, now: new Date(), log });
    },
  });
}

interface ClusterCase {
  name: string;
  prepared: PreparedCase;
}

/** Sessions are valid on all servers, and requests carry the cookie of servers with replicas. */
async function prepareCases(
  { primary }: ReplicatedPostgres,
  cluster: Cluster,
  { users, only }: BenchOptions,
): Promise<ClusterCase[]> {
  const [server] = cluster.servers.replicated;
  if (server === undefined) return [];
  const landmarks = await readLandmarks(primary.url, users);
  const stage = createStage(server.origin, primary.url, landmarks);
  const cookies = new Map<string, string>();
  const cases: ClusterCase[] = [];
  for (const benchCase of selectCases(only)) {
    const workload = await benchCase.prepare(stage);
    if (workload === undefined) continue;
    const requests = await withPositions(server.origin, workload.requests, cookies);
    const target = cluster.getTarget({ servers: 2, replicas: replicaCount, usesReplicas: true });
    const prepared = new PreparedCase(benchCase, { ...workload, requests }, target);
    cases.push({ name: benchCase.name, prepared });
  }
  return cases;
}

async function measure(
  { name, prepared }: ClusterCase,
  configuration: Configuration,
  context: {
    databases: ReplicatedPostgres;
    idle: StatementCounts;
    cluster: Cluster;
    options: BenchOptions;
  },
): Promise<Measurement> {
  const { databases, idle, cluster, options } = context;
  const hasReplicas = configuration.replicas > 0;
  const target = cluster.getTarget(configuration);
  await cacheSessions(
    target.servers.map(({ origin }) => origin),
    prepared.workload.requests,
  );
  const before = hasReplicas ? cluster.replicasMs() : 0;
  const { result, statements, seconds } = await withStatementCounts(databases, () =>
    prepared.measure(options, target),
  );
  const after = hasReplicas ? cluster.replicasMs() : 0;
  if (result.failures + result.faults.length > 0) {
    throw new Error(`${name}: ${result.failures} failed requests. ${result.faults.join('; ')}`);
  }
  const { responses, serverMs, postgresMs } = result;
  return {
    ...configuration,
    name,
    isWrite: prepared.workload.adds !== undefined,
    serverMs: serverMs ?? Number.NaN,
    primaryMs: postgresMs ?? Number.NaN,
    replicasMs: perRequest(before, after, responses) ?? Number.NaN,
    primaryStatements: Math.max(0, statements.primary - idle.primary * seconds) / responses,
    replicaStatements: Math.max(0, statements.replicas - idle.replicas * seconds) / responses,
  };
}

/** One measurement for each case and configuration. */
function toMedians(rounds: readonly Measurement[]): Measurement[] {
  const getKey = (measured: Measurement) => `${measured.name} ${describeConfiguration(measured)}`;
  return [...Map.groupBy(rounds, getKey).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const getMedian = (valueOf: (round: Measurement) => number) => median(group.map(valueOf));
    return [
      {
        ...first,
        serverMs: getMedian((round) => round.serverMs),
        primaryMs: getMedian((round) => round.primaryMs),
        replicasMs: getMedian((round) => round.replicasMs),
        primaryStatements: getMedian((round) => round.primaryStatements),
        replicaStatements: getMedian((round) => round.replicaStatements),
      },
    ];
  });
}

/** Server, primary and replicas of each configuration, in milliseconds. */
function describe(measurements: readonly Measurement[]): string {
  const header = [
    'CPU ms: server, primary, replicas',
    ...configurations.map(describeConfiguration),
    'statements left on the primary',
  ];
  const lines = [...Map.groupBy(measurements, ({ name }) => name)].map(([name, group]) => {
    const cells = configurations.map((configuration) => {
      const label = describeConfiguration(configuration);
      const found = group.find((measured) => describeConfiguration(measured) === label);
      return [found?.serverMs, found?.primaryMs, found?.replicasMs]
        .map((ms) => formatMs(ms ?? null))
        .join('  ');
    });
    const last = group.findLast(({ usesReplicas }) => usesReplicas);
    const { primaryStatements = 0, replicaStatements = 0 } = last ?? {};
    const left = (primaryStatements / (primaryStatements + replicaStatements)) * 100;
    return [name, ...cells, `${left.toFixed(1)}%`];
  });
  return formatTable([header, ...lines]);
}

async function meanMemory(servers: readonly RunningApi[]): Promise<number> {
  for (const server of servers) await server.collectGarbage();
  return servers.reduce((sum, server) => sum + (server.memoryMb() ?? 0), 0) / servers.length;
}

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}

const only = ['--only', `${reads},${writes}`];
await run(readOptions([...defaults, ...only, ...process.argv.slice(2)], process.env));
