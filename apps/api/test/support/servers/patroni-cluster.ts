import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { databaseAccount } from './database-account.ts';
import { findFreePort } from './free-port.ts';
import {
  configureHaproxy,
  configurePatroni,
  databaseUser,
  postgresPrograms,
} from './patroni-configuration.ts';
import type { PatroniNode } from './patroni-configuration.ts';

// Debian installs HAProxy in a directory outside of the PATH of ordinary accounts.
const env = { PATH: [process.env['PATH'], '/usr/sbin'].join(path.delimiter), LC_ALL: 'C' };

const nodesCount = 3;
const completeTimeoutMs = 120_000;

/** The programs of a Patroni cluster that are not installed. */
export function findMissingPrograms(): string[] {
  const missing = ['etcd', 'patroni', 'haproxy'].filter(
    (program) => spawnSync(program, ['--help'], { env, stdio: 'ignore' }).error !== undefined,
  );
  return existsSync(postgresPrograms) ? missing : [...missing, 'PostgreSQL 15'];
}

export interface PatroniCluster {
  /** The address of HAProxy, which leads to the primary. */
  url: string;
  /** The addresses of all nodes, the primary and the replicas. */
  nodeUrls: readonly string[];
  /** For other files of the test; deleted with the cluster. */
  directory: string;
  /** Waits until there are a primary, a synchronous replica and another replica. */
  untilComplete(): Promise<void>;
  /** Kills PostgreSQL and Patroni of the primary. Returns the name of the node. */
  killPrimary(): Promise<string>;
  /** Makes the synchronous replica the primary, as before maintenance. */
  switchOver(): Promise<void>;
  /** Starts a killed node again. */
  restart(name: string): void;
  close(): Promise<void>;
}

/**
 * Starts etcd, three Patroni nodes with synchronous replication, and HAProxy, with their files in a
 * temporary directory.
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const { directory, run, write, kill, close } = await createWorkspace();
  const [etcdPort, peerPort, haproxyPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  run('etcd', etcdArguments(etcdPort, peerPort));
  const nodes: PatroniNode[] = [];
  for (let number = 1; number <= nodesCount; number += 1) {
    const [postgresPort, apiPort] = [await findFreePort(), await findFreePort()];
    nodes.push({ name: `node${number}`, postgresPort, apiPort });
  }
  const startNode = (name: string) => run(name, ['patroni', path.join(directory, `${name}.json`)]);
  for (const node of nodes) {
    await write(`${node.name}.json`, configurePatroni(node, { directory, etcdPort }));
    startNode(node.name);
  }
  const servers = nodes.map(({ name, postgresPort, apiPort }) => ({
    name,
    address: `127.0.0.1:${postgresPort}`,
    apiPort,
  }));
  await write('haproxy.cfg', configureHaproxy(`127.0.0.1:${haproxyPort}`, servers));
  run('haproxy', ['haproxy', '-f', 'haproxy.cfg']);

  const killNode = async (name: string) => {
    await kill(name);
    await killPostgres(path.join(directory, name));
  };
  return {
    url: toUrl(haproxyPort),
    nodeUrls: nodes.map(({ postgresPort }) => toUrl(postgresPort)),
    directory,
    async untilComplete() {
      const check = async () => {
        const working = (await listMembers(nodes)).filter(({ state }) => isWorking(state));
        expect(working.map(({ role }) => role).toSorted()).toEqual([
          'leader',
          'replica',
          'sync_standby',
        ]);
      };
      await vi.waitFor(check, { timeout: completeTimeoutMs, interval: 200 });
    },
    async killPrimary() {
      const { name } = await findPrimary(nodes);
      await killNode(name);
      return name;
    },
    async switchOver() {
      const { name } = await findPrimary(nodes);
      const node = nodes.find((each) => each.name === name);
      const response = await fetch(`http://127.0.0.1:${node?.apiPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      });
      expect({ status: response.status, text: await response.text() }).toMatchObject({
        status: 200,
      });
    },
    restart: startNode,
    async close() {
      for (const { name } of nodes) await killNode(name);
      await close();
    },
  };
}

const toUrl = (port: number) => `postgresql://${databaseUser}@127.0.0.1:${port}/postgres`;

function etcdArguments(clientPort: number, peerPort: number): string[] {
  const client = `http://127.0.0.1:${clientPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const options = {
    'data-dir': 'etcd',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  return ['etcd', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)];
}

/** A temporary directory for files and logs of processes that run with the account of databases. */
async function createWorkspace() {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-patroni-'));
  const account = databaseAccount();
  await chmod(directory, 0o777);
  const processes = new Map<string, ChildProcess>();
  const kill = async (name: string) => {
    const child = processes.get(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  return {
    directory,
    kill,
    run(name: string, [program = '', ...args]: readonly string[]): void {
      const log = openSync(path.join(directory, `${name}.log`), 'a');
      const options = { ...account, cwd: directory, env };
      processes.set(name, spawn(program, args, { ...options, stdio: ['ignore', log, log] }));
    },
    write: (name: string, content: string) =>
      writeFile(path.join(directory, name), content, { mode: 0o644 }),
    async close() {
      for (const name of processes.keys()) await kill(name);
      // Processes of PostgreSQL end a moment after their parent.
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
    },
  };
}

/** What Patroni reports about a node. */
interface Member {
  name: string;
  role: string;
  state: string;
}

/** Patroni 3.0 calls a replica that follows `running`, later versions `streaming`. */
const isWorking = (state: string) => state === 'running' || state === 'streaming';

async function listMembers(nodes: readonly PatroniNode[]): Promise<Member[]> {
  for (const { apiPort } of nodes) {
    const response = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => undefined);
    // The form of Patroni's response.
    if (response?.ok === true) return ((await response.json()) as { members: Member[] }).members;
  }
  return [];
}

async function findPrimary(nodes: readonly PatroniNode[]): Promise<Member> {
  const primary = (await listMembers(nodes)).find(({ role }) => role === 'leader');
  if (primary === undefined) throw new Error('The cluster has no primary.');
  return primary;
}

async function killPostgres(dataDirectory: string): Promise<void> {
  const file = path.join(dataDirectory, 'postmaster.pid');
  const [pid = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  // After a crash, the number may belong to another process. PostgreSQL runs in its data directory.
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (directory === dataDirectory) process.kill(Number(pid), 'SIGKILL');
}
