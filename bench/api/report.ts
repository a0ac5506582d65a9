import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { Comparison } from './compare.ts';
import type { BenchOptions } from './options.ts';
import type { CaseResult } from './results.ts';
import { formatMs, formatTable } from './table.ts';

export interface ServerStats {
  /** Milliseconds of each start on the existing database. */
  readyAfterMs: number[];
  idleMemoryMb: number | null;
  /** The maximum during the cases. */
  loadedMemoryMb: number | null;
  /** The size of the seeded database, with its indexes. */
  databaseBytes: number;
}

export const resultsDirectory = path.join(import.meta.dirname, '../results');
const megabyte = 1024 * 1024;

export function formatReport(results: readonly CaseResult[], server: ServerStats): string {
  const header = ['case', 'req/s', 'p50 ms', 'p95 ms', 'p99 ms', 'bytes', 'server ms', 'PG ms'];
  const explainHeader = ['SQL req/s', 'SQL PG ms', 'of SQL', 'at most', 'Express'];
  const isExplained = results.some(({ expressPerSecond }) => expressPerSecond !== null);
  const lines = results.map((result) => [
    result.name,
    result.requestsPerSecond.toFixed(0),
    result.p50Ms.toFixed(1),
    result.p95Ms.toFixed(1),
    result.p99Ms.toFixed(1),
    result.bytesPerResponse.toFixed(0),
    formatMs(result.serverMs),
    formatMs(result.postgresMs),
    ...(isExplained ? explain(result) : []),
  ]);
  const faults = results.flatMap(({ name, failures, faults: found }) => [
    ...(failures > 0 ? [`${name}: ${failures} FAILED REQUESTS`] : []),
    ...found.map((fault) => `${name}: WRONG RESULT: ${fault}`),
  ]);
  const memory = `Memory ${server.idleMemoryMb ?? '?'} MB idle, ${server.loadedMemoryMb ?? '?'} MB at most; ready after ${server.readyAfterMs.join(', ')} ms.`;
  const columns = isExplained ? [...header, ...explainHeader] : header;
  return [formatTable([columns, ...lines]), '', memory, ...faults].join('\n');
}

/** Shares of the rates of the statements alone and of Express alone. */
function explain({ statements, expressPerSecond }: CaseResult): string[] {
  return [
    statements?.requestsPerSecond.toFixed(0) ?? '-',
    formatMs(statements?.postgresMs ?? null),
    statements === null ? '-' : toPercent(statements.share),
    statements === null ? '-' : toPercent(statements.shareMax),
    expressPerSecond?.toFixed(0) ?? '-',
  ];
}

function toPercent(share: number): string {
  return `${(share * 100).toFixed(0)}%`;
}

export interface RunContext {
  options: BenchOptions;
  startedAt: Date;
  postgresVersion: string;
}

/** Writes the results with everything needed to compare runs. Returns the path. */
export function writeResults(
  context: RunContext,
  content: { server: ServerStats; results: readonly CaseResult[] },
): string {
  return writeDocument(context, '', content);
}

export function writeComparisons(
  context: RunContext,
  against: string,
  comparisons: readonly Comparison[],
): string {
  return writeDocument(context, `-against-${against}`, { against, comparisons });
}

/** Writes a results file with versions, machine and parameters. Returns the path. */
export function writeDocument(
  { options, startedAt, postgresVersion }: RunContext,
  suffix: string,
  content: object,
): string {
  const environment = describeEnvironment(postgresVersion);
  const { dataDirectory: _, name, ...parameters } = options;
  const document = { startedAt: startedAt.toISOString(), ...environment, parameters, ...content };
  mkdirSync(resultsDirectory, { recursive: true });
  const date = startedAt.toISOString().slice(0, 10);
  const title = name ?? `${environment.commit}${suffix}-${options.threads}`;
  const file = path.join(resultsDirectory, `${date}-${title}.json`);
  writeFileSync(file, `${JSON.stringify(document, roundNumbers, 2)}\n`);
  return path.relative(process.cwd(), file);
}

/** Versions and machine, on which results depend. */
export function describeEnvironment(postgresVersion: string) {
  return {
    commit: readCommit(),
    versions: {
      node: process.version,
      postgres: postgresVersion,
      express: readPackageVersion('express'),
      prisma: readPackageVersion('@prisma/client', '@skein/db'),
    },
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryMb: Math.round(totalmem() / megabyte),
      platform: `${process.platform} ${process.arch}`,
    },
  };
}

export function roundNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value;
}

function readCommit(): string {
  const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim();
  } catch {
    // The directory is not a Git checkout but, for example, an unpacked archive.
    return 'no-commit';
  }
}

/** The version used by this or another workspace package. */
function readPackageVersion(name: string, user?: string): string {
  const own = createRequire(import.meta.url);
  const require = user === undefined ? own : createRequire(own.resolve(user));
  const manifest: unknown = JSON.parse(
    readFileSync(require.resolve(`${name}/package.json`), 'utf8'),
  );
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return hasVersion ? String(manifest.version) : 'unknown';
}
