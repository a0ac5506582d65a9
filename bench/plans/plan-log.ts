import { closeSync, fstatSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { queryDatabase, toSuperuserUrl } from '../api/volume-database.ts';

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` names its fields. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

/** A statement executed by PostgreSQL. */
export interface ExecutedStatement {
  text: string;
  ms: number;
  plan: PlanNode;
}

const settings = `
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = 0
auto_explain.log_analyze = on
auto_explain.log_buffers = on
auto_explain.log_timing = off
auto_explain.log_format = json
auto_explain.log_parameter_max_length = 0
`;

const timeoutMs = 10_000;
const idleMs = 3000;
/** The work of health checks and locks in that time. */
const idleWorkMs = 10;
const planStart = /LOG: {2}duration: ([\d.]+) ms {2}plan:$/;

/** New connections to the server of a data directory log the plan of each statement. */
export function startPlanLog(dataDirectory: string, databaseUrl: string): Promise<void> {
  return configure(dataDirectory, databaseUrl, settings);
}

/** Ends the logging, also of open connections. */
export function stopPlanLog(dataDirectory: string, databaseUrl: string): Promise<void> {
  return configure(dataDirectory, databaseUrl, '');
}

async function configure(
  dataDirectory: string,
  databaseUrl: string,
  content: string,
): Promise<void> {
  writeFileSync(settingsFile(dataDirectory), content);
  await queryDatabase(toSuperuserUrl(databaseUrl, dataDirectory), 'SELECT pg_reload_conf()');
}

/** Reads the logged plans of a server. */
export function createPlanLog(dataDirectory: string, client: pg.Client) {
  const directory = path.join(dataDirectory, 'postgres/logs');
  let markers = 0;

  /** Statements executed by any session since the last call. */
  async function readNewStatements(): Promise<ExecutedStatement[]> {
    const marker = `plans-${process.pid}-${(markers += 1)}`;
    await client.query(`SELECT '${marker}'`);
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const statements = parse(logs.readNew());
      if (statements.some(({ text }) => text.includes(marker))) {
        logs.advance();
        return statements.filter(({ text }) => !text.startsWith("SELECT 'plans-"));
      }
      await sleep(20);
    }
    throw new Error(`PostgreSQL has not logged any plan in ${directory}.`);
  }

  /** Waits until the jobs that follow a start have ended. */
  async function waitUntilIdle(): Promise<void> {
    do await sleep(idleMs);
    while (sumMs(await readNewStatements()) > idleWorkMs);
  }

  const logs = openLogs(directory);
  return { readNewStatements, waitUntilIdle };
}

/** The execution time of all statements. */
export function sumMs(statements: readonly ExecutedStatement[]): number {
  return statements.reduce((sum, { ms }) => sum + ms, 0);
}

function settingsFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'postgres/cluster/postgresql.local.conf');
}

/** Reads the log files of a server from their last position. */
function openLogs(directory: string) {
  const list = () => readdirSync(directory).map((name) => path.join(directory, name));
  const ends = new Map(list().map((file) => [file, getSize(file)]));
  return {
    readNew: () =>
      list()
        .map((file) => readFrom(file, ends.get(file) ?? 0))
        .join(''),
    advance: () => {
      for (const file of list()) ends.set(file, getSize(file));
    },
  };
}

function getSize(file: string): number {
  const descriptor = openSync(file, 'r');
  try {
    return fstatSync(descriptor).size;
  } finally {
    closeSync(descriptor);
  }
}

function readFrom(file: string, from: number): string {
  const descriptor = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(Math.max(fstatSync(descriptor).size - from, 0));
    const length = readSync(descriptor, buffer, 0, buffer.length, from);
    return buffer.toString('utf8', 0, length);
  } finally {
    closeSync(descriptor);
  }
}

function parse(log: string): ExecutedStatement[] {
  const found: ExecutedStatement[] = [];
  const lines = log.split('\n');
  for (const [index, line] of lines.entries()) {
    const ms = planStart.exec(line)?.[1];
    if (ms === undefined) continue;
    const end = lines.indexOf('\t}', index);
    // The last entry is incomplete.
    if (end === -1) break;
    const json = lines.slice(index + 1, end + 1).join('\n');
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as {
      'Query Text': string;
      Plan: PlanNode;
    };
    found.push({ text, ms: Number(ms), plan });
  }
  return found;
}
