import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rootDir } from '../launcher/project.mjs';
import type { Engine } from './engine.ts';
import { startLoad } from './load.ts';
import { waitUntilReady } from './project.ts';
import { read } from './run.ts';
import type { Steps } from './steps.ts';
import { listen, register, timeMessage } from './users.ts';
import { visit } from './visits.ts';

const servers = ['skein-1', 'skein-2', 'skein-3'];
const startTimeoutMs = 300_000;
const deliveryMaxMs = 1000;

interface Options {
  engine: Engine;
  /** For a copy of deploy/compose with its settings. */
  directory: string;
  image: string;
  /** Two free ports of this machine. */
  ports: { http: number; https: number };
}

/** A started copy of deploy/compose. */
interface Deployment {
  url: string;
  /** Runs a command of Compose. */
  compose: (...args: string[]) => Promise<string>;
}

/** Starts deploy/compose, uses it, and replaces each server under load. */
export async function testSeveralServers(
  { step, onCleanup }: Steps,
  { engine, directory, image, ports }: Options,
): Promise<void> {
  const cwd = path.join(directory, 'several-servers');
  const url = `http://localhost:${ports.http}`;
  await cp(path.join(rootDir, 'deploy/compose'), cwd, { recursive: true });
  await writeFile(path.join(cwd, '.env'), describeSettings({ image, url, ports }));
  // One user sends many requests here.
  await writeFile(path.join(cwd, 'skein.env'), 'RATE_LIMIT_FACTOR=100\n');
  const compose = (...args: string[]) =>
    read([...engine.compose, ...args], { env: engine.env, cwd });
  onCleanup(() => compose('down', '--volumes', '--remove-orphans'));
  const deployment = { url, compose };
  await step('starts three servers, replicas, PgBouncer, Valkey and S3 behind HAProxy', () =>
    withLogs(deployment, () => start(deployment)),
  );
  await step('replaces each server without a failed request', () =>
    withLogs(deployment, () => replaceServers(deployment)),
  );
}

async function withLogs({ compose }: Deployment, work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    console.log(await compose('ps'), await compose('logs', '--no-color', '--tail', '20'));
    throw error;
  }
}

async function start({ url, compose }: Deployment): Promise<string> {
  await compose('up', '--detach', '--no-build');
  await waitUntilReady(url, startTimeoutMs);
  await visit({ url }, 'first');
  const [from, to] = [await register(url, 'Alan'), await register(url, 'Barbara')];
  const listener = await listen(url, to);
  const message = { from, to, text: 'Hello through HAProxy' };
  const ms = await timeMessage(url, message, { listener, timeoutMs: deliveryMaxMs });
  listener.close();
  return `${ms} ms for an event`;
}

async function replaceServers(deployment: Deployment): Promise<string> {
  const { url, compose } = deployment;
  const user = await register(url, 'Edsger');
  for (const server of servers) await waitUntilUsed(deployment, server);
  const load = startLoad(url, user.token);
  for (const server of servers) {
    await compose('up', '--detach', '--no-deps', '--force-recreate', server);
    await waitUntilUsed(deployment, server);
  }
  await load.stop();
  const failed = load.responses.filter(({ status }) => status !== 200 && status !== 201);
  assert.deepEqual(failed, []);
  await visit({ url }, 'return');
  return `${load.responses.length} requests`;
}

/** Waits until HAProxy sends requests to a server. Its metrics are reachable only for containers. */
async function waitUntilUsed({ compose }: Deployment, server: string): Promise<void> {
  const line = `haproxy_server_status{proxy="skein",server="${server}",state="UP"} 1`;
  const script = `
    const deadline = Date.now() + 60_000;
    const isUsed = async () => {
      const response = await fetch('http://haproxy:8404/metrics');
      return (await response.text()).includes(${JSON.stringify(line)});
    };
    while (!(await isUsed())) if (Date.now() > deadline) process.exit(1);`;
  await compose('exec', '-T', server, 'node', '--input-type=module', '--eval', script);
}

function describeSettings(settings: { image: string; url: string; ports: Options['ports'] }) {
  const secret = (bytes: number) => randomBytes(bytes).toString('hex');
  return Object.entries({
    COMPOSE_PROJECT_NAME: 'skein-test-several',
    SKEIN_IMAGE: settings.image,
    PUBLIC_URL: settings.url,
    HTTP_PORT: settings.ports.http,
    HTTPS_PORT: settings.ports.https,
    JWT_SECRET: secret(32),
    DATABASE_PASSWORD: secret(24),
    POSTGRES_PASSWORD: secret(24),
    REPLICATION_PASSWORD: secret(24),
    S3_ACCESS_KEY_ID: `GK${secret(12)}`,
    S3_SECRET_ACCESS_KEY: secret(32),
    GARAGE_RPC_SECRET: secret(32),
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
