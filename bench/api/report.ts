import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import type { Measurement } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { toPercent, type Verdict } from './verdict.ts';

export interface CaseResult extends Measurement {
  verdict: Verdict;
}

export interface ServerStats {
  readyAfterMs: number;
  idleMemoryMb: number | null;
  finalMemoryMb: number | null;
}

export const resultsDirectory = path.join(import.meta.dirname, '../results');
const megabyte = 1024 * 1024;

export function formatTable(results: readonly CaseResult[]): string {
  const header = [
    'case',
    'req/s',
    'p50 ms',
    'p99 ms',
    'of B',
    'value',
    'threshold: must (aim)',
    '',
  ];
  const lines = results.map((result) => [
    result.title,
    result.requestsPerSecond.toFixed(0),
    result.p50Ms.toFixed(0),
    result.p99Ms.toFixed(0),
    toPercent(result.shareOfBaseline),
    result.verdict.value ?? '-',
    result.verdict.threshold,
    result.failures > 0 ? `${result.failures} FAILED REQUESTS` : result.verdict.reached,
  ]);
  const table = [header, ...lines];
  const widths = header.map((_, column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  );
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Writes the results with everything needed to compare runs. Returns the path. */
export function writeResults(run: {
  options: BenchOptions;
  startedAt: Date;
  postgresVersion: string;
  server: ServerStats;
  results: readonly CaseResult[];
}): string {
  const { options, startedAt } = run;
  const environment = describeEnvironment(run.postgresVersion);
  const { dataDirectory: _, name, ...parameters } = options;
  const document = {
    startedAt: startedAt.toISOString(),
    ...environment,
    parameters,
    server: run.server,
    results: run.results,
  };
  mkdirSync(resultsDirectory, { recursive: true });
  const fileName = `${startedAt.toISOString().slice(0, 10)}-${name ?? environment.commit}.json`;
  const file = path.join(resultsDirectory, fileName);
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
    // Not a git checkout, for example an unpacked archive.
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
