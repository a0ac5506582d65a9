import type { Configuration } from './configuration.ts';

export interface Measurement extends Configuration {
  name: string;
  isWrite: boolean;
  /** CPU time per request of all servers, the primary, and all replicas. */
  serverMs: number;
  primaryMs: number;
  replicasMs: number;
  /** Statements per request. */
  primaryStatements: number;
  replicaStatements: number;
}

export interface IdleMemory {
  aloneMb: number;
  replicatedMb: number;
}

export interface Check {
  requirement: string;
  value: string;
  isMet: boolean;
}

const sharesMin = 0.9;
const readCostMax = 0.05;
const writeCostMax = 1.1;
/** Memory of two starts of the same server differs by a few percent. */
const memoryMax = 1.05;

/** The requirements of read replicas, over the sum of all cases. */
export function checkThresholds(measurements: readonly Measurement[], memory: IdleMemory): Check[] {
  const servers = [...new Set(measurements.map((measured) => measured.servers))];
  const reads = measurements.filter(({ isWrite }) => !isWrite);
  const writes = measurements.filter(({ isWrite }) => isWrite);
  return [
    ...servers.flatMap((count) => [
      ...(reads.length > 0 ? checkReads(reads.filter((m) => m.servers === count)) : []),
      ...(writes.length > 0 ? checkWrites(writes.filter((m) => m.servers === count)) : []),
    ]),
    checkRatio('Idle memory of a server', memory.replicatedMb / memory.aloneMb, memoryMax),
  ];
}

function checkReads(reads: readonly Measurement[]): Check[] {
  const replicated = reads.filter(({ usesReplicas }) => usesReplicas);
  const alone = reads.filter(({ replicas }) => replicas === 0);
  const primaryMs = (measured: Measurement) => measured.primaryMs;
  return [
    checkShare(`${describe(reads)}: statements of reads that leave the primary`, replicated),
    checkRatio(
      `${describe(reads)}: CPU time of a read on the primary`,
      sum(replicated, primaryMs) / sum(alone, primaryMs),
      readCostMax,
    ),
  ];
}

function checkWrites(writes: readonly Measurement[]): Check[] {
  const replicated = writes.filter(({ usesReplicas }) => usesReplicas);
  const alone = writes.filter(({ replicas }) => replicas === 0);
  const unused = writes.filter(({ replicas, usesReplicas }) => replicas > 0 && !usesReplicas);
  const total = ({ serverMs, primaryMs }: Measurement) => serverMs + primaryMs;
  const label = `${describe(writes)}: CPU time of a write on server and primary`;
  return [
    checkRatio(label, sum(replicated, total) / sum(alone, total), writeCostMax),
    ...(unused.length > 0
      ? [
          checkRatio(
            `${label}, of which PostgreSQL's replication`,
            sum(unused, total) / sum(alone, total),
            writeCostMax,
          ),
        ]
      : []),
  ];
}

function describe([first]: readonly Measurement[]): string {
  return first?.servers === 1 ? '1 server' : `${first?.servers ?? 0} servers`;
}

function checkShare(label: string, measurements: readonly Measurement[]): Check {
  const onReplicas = sum(measurements, ({ replicaStatements }) => replicaStatements);
  const onPrimary = sum(measurements, ({ primaryStatements }) => primaryStatements);
  const share = onReplicas / (onReplicas + onPrimary);
  return {
    requirement: `${label}, at least ${toPercent(sharesMin)}`,
    value: toPercent(share),
    isMet: share >= sharesMin,
  };
}

function checkRatio(label: string, ratio: number, most: number): Check {
  return {
    requirement: `${label}, at most ${toPercent(most)} of the one without replicas`,
    value: toPercent(ratio),
    isMet: ratio <= most,
  };
}

function sum(
  measurements: readonly Measurement[],
  valueOf: (measured: Measurement) => number,
): number {
  return measurements.reduce((total, measured) => total + valueOf(measured), 0);
}

const toPercent = (share: number) => `${(share * 100).toFixed(1)}%`;
