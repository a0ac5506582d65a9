import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { connectQuery } from '@skein/db/pooler';
import { onTestFinished, vi } from 'vitest';
import { findFreePort } from './free-port.ts';
import { databaseAccount } from './database-account.ts';

// Debian installs it in a directory outside of the PATH of ordinary accounts.
const env = { PATH: [process.env['PATH'], '/usr/sbin'].join(path.delimiter) };

/** Whether PgBouncer is installed. In CI it is required. */
export const hasPgBouncer =
  process.env['CI'] !== undefined ||
  spawnSync('pgbouncer', ['--version'], { env }).error === undefined;

interface PgBouncerOptions {
  mode?: 'transaction' | 'session' | 'statement';
  /** The number of connections to PostgreSQL. */
  poolSize?: number;
  /** The statement that it runs on each of them. */
  connectQuery?: string;
}

/** Starts PgBouncer in front of a database. Stops at the end of the test. Returns the URL of the pool. */
export async function startPgBouncer(
  databaseUrl: string,
  options: PgBouncerOptions = {},
): Promise<string> {
  const port = await findFreePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-pgbouncer-'));
  await chmod(directory, 0o755);
  const file = path.join(directory, 'pgbouncer.ini');
  await writeFile(file, configure(new URL(databaseUrl), port, options), { mode: 0o644 });
  const account = databaseAccount();
  const child = spawn('pgbouncer', ['--quiet', file], {
    ...account,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const errors = text(child.stderr);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(directory, { recursive: true, force: true });
  });
  const failed = exited.then(async () => {
    throw new Error(`PgBouncer ended: ${await errors}`);
  });
  failed.catch(() => undefined);
  await Promise.race([failed, vi.waitFor(() => tryConnect(port), { timeout: 10_000 })]);
  return `postgresql://skein@127.0.0.1:${port}/pool`;
}

function configure(database: URL, port: number, options: PgBouncerOptions): string {
  const { mode = 'transaction', poolSize = 20 } = options;
  const { hostname, port: databasePort, username, password, pathname } = database;
  const target = {
    host: hostname,
    port: databasePort,
    user: username,
    ...(password !== '' && { password: decodeURIComponent(password) }),
    dbname: pathname.slice(1),
    connect_query: options.connectQuery ?? connectQuery,
  };
  const parameters = Object.entries(target).map(
    ([name, value]) => `${name}='${value.replaceAll("'", "''")}'`,
  );
  return `[databases]
pool = ${parameters.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 500
`;
}

async function tryConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
