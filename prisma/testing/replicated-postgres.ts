import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDatabase } from '../client.ts';
import type { Database } from '../client.ts';
import { choosePort } from '../embedded/port.ts';
import { serverAccount } from '../embedded/server-account.ts';
import { migrate } from '../migrate.ts';

const run = promisify(execFile);

/** The programs of Debian's package postgresql-15. */
const programs = '/usr/lib/postgresql/15/bin';

/** Whether PostgreSQL 15 is installed. In CI it is required. */
export const hasPostgresPrograms =
  process.env['CI'] !== undefined || existsSync(path.join(programs, 'pg_basebackup'));

export interface PostgresServer {
  url: string;
  dataDirectory: string;
  /** For statements of the test. */
  database: Database;
  start(): Promise<void>;
  /** Ends all connections immediately. */
  kill(): Promise<void>;
}

export interface ReplicatedPostgres {
  primary: PostgresServer;
  /** Streaming replicas of the primary. */
  replicas: PostgresServer[];
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Waits until the replicas have replayed everything so far. */
  untilReplayed(): Promise<void>;
  close(): Promise<void>;
}

interface ReplicationOptions {
  /** Settings of all servers, such as `shared_buffers=1GB`. */
  settings?: readonly string[];
  /** Fills the primary before it is copied. */
  seed?: (primaryUrl: string) => Promise<void>;
}

const defaultSettings = ['fsync=off', 'shared_buffers=32MB'];

/** Starts a migrated primary and replicas of it in a temporary directory. */
export async function startReplicatedPostgres(
  replicaCount: number,
  { settings = [], seed }: ReplicationOptions = {},
): Promise<ReplicatedPostgres> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-replicated-'));
  const account = serverAccount();
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  await chmod(directory, 0o700);
  const runProgram = (name: string, args: string[]) =>
    run(path.join(programs, name), args, { ...account, cwd: directory, env: { LC_ALL: 'C' } });
  const servers: { server: PostgresServer; data: string }[] = [];

  async function openServer(data: string): Promise<PostgresServer> {
    const port = await choosePort(path.join(directory, `${data}.port`));
    const url = `postgresql://skein@127.0.0.1:${port}/postgres`;
    const fixed = ['listen_addresses=127.0.0.1', "unix_socket_directories=''"];
    const all = [...fixed, ...defaultSettings, ...settings].map((setting) => `-c ${setting}`);
    const options = `-p ${port} ${all.join(' ')}`;
    const start = async () => {
      const log = path.join(directory, `${data}.log`);
      await runProgram('pg_ctl', ['start', '-w', '-s', '-D', data, '-l', log, '-o', options]);
    };
    await start();
    const server = {
      url,
      dataDirectory: path.join(directory, data),
      database: createDatabase({
        url,
        poolSize: 2,
        onError: () => undefined,
        // It may be a replica.
        verify: () => Promise.resolve(),
      }),
      start,
      kill: async () => {
        await runProgram('pg_ctl', ['stop', '-s', '-m', 'immediate', '-D', data]);
      },
    };
    servers.push({ server, data });
    return server;
  }

  const unicode = ['--encoding=UTF8', '--locale=C.UTF-8'];
  await runProgram('initdb', ['-D', 'primary', '-U', 'skein', '-A', 'trust', '-N', ...unicode]);
  const primary = await openServer('primary');
  await migrate(primary.url, { log: () => undefined });
  await seed?.(primary.url);
  const replicas: PostgresServer[] = [];
  for (let number = 1; number <= replicaCount; number += 1) {
    const data = `replica-${number}`;
    await runProgram('pg_basebackup', ['-d', primary.url, '-D', data, '-R', '-c', 'fast']);
    replicas.push(await openServer(data));
  }
  return {
    primary,
    replicas,
    async pauseReplay() {
      for (const { database } of replicas)
        await database.$queryRaw`SELECT pg_wal_replay_pause()::text`;
    },
    async resumeReplay() {
      for (const { database } of replicas)
        await database.$queryRaw`SELECT pg_wal_replay_resume()::text`;
    },
    async untilReplayed() {
      // The commit flushes all WAL before it.
      await primary.database.$queryRaw`SELECT pg_logical_emit_message(true, 'test', '')::text`;
      const [row] = await primary.database.$queryRaw<{ position: string }[]>`
        SELECT pg_current_wal_flush_lsn()::text AS position`;
      for (const { database } of replicas) {
        for (;;) {
          const [state] = await database.$queryRaw<{ isReplayed: boolean }[]>`
            SELECT pg_last_wal_replay_lsn() >= ${row?.position}::pg_lsn AS "isReplayed"`;
          if (state?.isReplayed === true) break;
        }
      }
    },
    async close() {
      for (const { server, data } of servers.toReversed()) {
        await server.database.$disconnect();
        await runProgram('pg_ctl', ['stop', '-s', '-m', 'immediate', '-D', data]).catch(
          () => undefined,
        );
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
