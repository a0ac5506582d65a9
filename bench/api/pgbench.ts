import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ReadCpuTime } from './cpu-time.ts';
import type { Call, Statement } from './statement-log.ts';

export interface PgbenchResult {
  requestsPerSecond: number;
  /** CPU time of PostgreSQL per request; null if the system does not report it. */
  postgresMs: number | null;
}

export interface ConnectionScript {
  /** Executed before the measurement. */
  warmUp: readonly Call[];
  calls: readonly Call[];
}

export interface PgbenchPlan {
  databaseUrl: string;
  scripts: readonly ConnectionScript[];
  /** Repeats the calls for so long; once if undefined. */
  seconds: number | undefined;
  readPostgresMs: ReadCpuTime;
}

const startLock = 7_263_514;
const startTimeoutMs = 30_000;

/** As the API's connections have it (prisma/pool.ts). */
const sessionOptions =
  '-c plan_cache_mode=force_generic_plan -c jit=off -c pg_trgm.word_similarity_threshold=0.35';

export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

/**
 * Runs the statements without the API, each prepared once per connection. Every connection is a
 * process of pgbench with its own parameters; all start after their warm-up.
 */
export async function runPgbench(plan: PgbenchPlan): Promise<PgbenchResult> {
  const directory = mkdtempSync(path.join(tmpdir(), 'skein-pgbench-'));
  const client = new pg.Client({ connectionString: plan.databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [startLock]);
    const processes = plan.scripts.map((script, index) => {
      const file = path.join(directory, `${index}.sql`);
      writeFileSync(file, toScript(script));
      return startProcess(plan, file).then((times) => times * script.calls.length);
    });
    const finished = Promise.all(processes);
    await Promise.race([waitUntilWarm(client, plan.scripts.length), finished]);
    const start = performance.now();
    const startMs = plan.readPostgresMs();
    await client.query('SELECT pg_advisory_unlock($1)', [startLock]);
    const requests = (await finished).reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - start) / 1000;
    const endMs = plan.readPostgresMs();
    return {
      requestsPerSecond: requests / seconds,
      postgresMs: startMs === null || endMs === null ? null : (endMs - startMs) / requests,
    };
  } finally {
    await client.end();
    rmSync(directory, { recursive: true });
  }
}

function toScript({ warmUp, calls }: ConnectionScript): string {
  const names = new Map<string, string>();
  const toLine = ({ text, parameters }: Statement) => {
    if (isPlain(text)) return `${text};`;
    const name = names.get(text) ?? `s${names.size}`;
    names.set(text, name);
    return `EXECUTE ${name}${parameters.length === 0 ? '' : ` (${parameters.join(', ')})`};`;
  };
  const warmUpLines = warmUp.flat().map(toLine);
  const lines = calls.flat().map(toLine);
  return [
    '\\if :is_first',
    ...[...names].map(([text, name]) => `PREPARE ${name} AS ${text};`),
    ...warmUpLines,
    `SELECT pg_advisory_lock_shared(${startLock});`,
    '\\set is_first 0',
    '\\endif',
    ...lines,
    '',
  ].join('\n');
}

/** Transaction commands cannot be prepared. */
function isPlain(text: string): boolean {
  return /^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET)\b/i.test(text);
}

/** Returns the number of times that the script ran. */
function startProcess({ databaseUrl, seconds }: PgbenchPlan, file: string): Promise<number> {
  const url = new URL(databaseUrl);
  const length = seconds === undefined ? ['-t', '1'] : ['-T', String(seconds)];
  const child = spawn('pgbench', ['-n', '-c', '1', ...length, '-D', 'is_first=1', '-f', file], {
    env: {
      PATH: process.env['PATH'],
      PGHOST: url.hostname,
      PGPORT: url.port,
      PGUSER: url.username,
      PGPASSWORD: url.password,
      PGDATABASE: url.pathname.slice(1),
      PGOPTIONS: sessionOptions,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const count = /transactions actually processed: (\d+)/.exec(output)?.[1];
      if (code === 0 && count !== undefined) resolve(Number(count));
      else reject(new Error(`pgbench failed: ${output.slice(0, 2000)}`));
    });
  });
}

async function waitUntilWarm(client: pg.Client, connections: number): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
    );
    if (rows[0]?.count === connections) return;
    await sleep(20);
  }
  throw new Error('pgbench has not started in time.');
}
