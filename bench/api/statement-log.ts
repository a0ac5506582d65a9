import { readFileSync, readdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { LoadRequest } from './load.ts';
import { toSuperuserUrl } from './volume-database.ts';

/** A statement as the API sent it, its parameters as SQL literals. */
export interface Statement {
  text: string;
  parameters: string[];
}

/** The statements of one request, in order. */
export type Call = readonly Statement[];

export interface StatementLog {
  /** Sends the requests one after the other and returns the statements of each. */
  capture(origin: string, requests: readonly LoadRequest[]): Promise<Call[]>;
  /** Turns the log off. */
  close(): Promise<void>;
}

interface LogEntry {
  message: string;
  detail?: string;
  application_name?: string;
}

const waitMs = 30_000;
const reloadMs = 300;
const marker = 'bench request';
const logged = /^duration: [\d.]+ ms {2}(?:execute [^:]*|statement): (?<text>.*)$/s;
const literals = /\$\d+ = (?<literal>NULL|'(?:[^']|'')*')/g;
/** Rarer sequences contain statements of background jobs. */
const smallestShare = 0.1;

/** Makes a running embedded PostgreSQL log the statements of all sessions with their parameters. */
export async function openStatementLog(
  databaseUrl: string,
  dataDirectory: string,
): Promise<StatementLog> {
  const client = new pg.Client({ connectionString: toSuperuserUrl(databaseUrl, dataDirectory) });
  await client.connect();
  const directory = path.join(dataDirectory, 'postgres/logs');
  await configure(client, {
    log_destination: 'jsonlog',
    log_min_duration_statement: '0',
    // Captured requests run one after the other, so that each would wait for the disk.
    synchronous_commit: 'off',
  });
  let captures = 0;
  return {
    async capture(origin, requests) {
      const label = `${marker} ${(captures += 1)}`;
      clearLogs(directory);
      await client.query(`SELECT '${label} start'`);
      for (const request of requests) {
        await send(origin, request);
        await client.query(`SELECT '${label} end'`);
      }
      await client.query(`SELECT '${label} done'`);
      return usualCalls(splitCalls(await readEntries(directory, label), label));
    },
    async close() {
      await configure(client, {
        log_destination: undefined,
        log_min_duration_statement: undefined,
        synchronous_commit: undefined,
      });
      await client.end();
      clearLogs(directory);
    },
  };
}

async function configure(
  client: pg.Client,
  settings: Record<string, string | undefined>,
): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await client.query(
      value === undefined ? `ALTER SYSTEM RESET ${name}` : `ALTER SYSTEM SET ${name} = '${value}'`,
    );
  }
  await client.query('SELECT pg_reload_conf()');
  await sleep(reloadMs);
}

function listLogs(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(directory, name));
}

/** The log collector keeps its file open and appends. */
function clearLogs(directory: string): void {
  for (const file of listLogs(directory)) truncateSync(file);
}

async function send(origin: string, request: LoadRequest): Promise<void> {
  const { path: target, method, headers, body = null } = request;
  const response = await fetch(`${origin}${target}`, { method, headers, body });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${target} returned ${response.status}.`);
}

/** PostgreSQL's log collector writes shortly after the statement. */
async function readEntries(directory: string, label: string): Promise<LogEntry[]> {
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline) {
    const lines = listLogs(directory).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    if (lines.some((line) => line.includes(`${label} done`))) {
      const complete = lines.slice(0, -1).filter((line) => line.startsWith('{'));
      return complete.map((line) => JSON.parse(line) as LogEntry);
    }
    await sleep(50);
  }
  throw new Error(`PostgreSQL has not logged any statement in ${directory}.`);
}

function splitCalls(entries: readonly LogEntry[], label: string): Call[] {
  const calls: Call[] = [];
  let current: Statement[] = [];
  for (const { message, detail, application_name } of entries) {
    const text = logged.exec(message)?.groups?.['text'];
    if (text === undefined) continue;
    if (text.startsWith(`SELECT '${marker}`)) {
      if (text === `SELECT '${label} end'`) calls.push(current);
      current = [];
    } else if (application_name === 'skein') {
      current.push({ text, parameters: parseParameters(detail ?? '') });
    }
  }
  return calls;
}

function parseParameters(detail: string): string[] {
  return [...detail.matchAll(literals)].map(({ groups }) => groups?.['literal'] ?? 'NULL');
}

function usualCalls(calls: readonly Call[]): Call[] {
  const groups = Map.groupBy(calls, (call) => call.map(({ text }) => text).join(';\n'));
  return [...groups.values()].flatMap((group) =>
    group.length >= calls.length * smallestShare ? group : [],
  );
}
