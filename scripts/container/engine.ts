import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { read, run, succeeds } from './run.ts';

const startTimeoutMs = 60_000;

/** A running container engine. */
export interface Engine {
  env: NodeJS.ProcessEnv;
  /** The command for Compose. */
  compose: readonly string[];
  /** Stops the engine if this script started it. */
  stop(): Promise<void>;
}

/**
 * The running engine of this machine. Otherwise starts one that stores its data in `directory`, and
 * installs missing packages on Debian-based systems.
 */
export async function openEngine(directory: string): Promise<Engine> {
  const env = { ...process.env };
  if (await succeeds(['docker', 'info'], { env })) {
    return { env, compose: await findCompose(), stop: () => Promise.resolve() };
  }
  if (process.getuid?.() !== 0) {
    throw new Error('No container engine is running, and only root can start one.');
  }
  await installEngine();
  return startDaemon(directory);
}

async function installEngine(): Promise<void> {
  const hasEngine = await succeeds(['dockerd', '--version']);
  const hasCompose = await findCompose().then(
    () => true,
    () => false,
  );
  if (hasEngine && hasCompose) return;
  console.log('Installing a container engine…');
  await read(['apt-get', 'update']);
  await read([
    'apt-get',
    'install',
    '--yes',
    '--no-install-recommends',
    'docker.io',
    'docker-compose',
    'iptables',
  ]);
}

async function findCompose(): Promise<readonly string[]> {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    if (await succeeds([...command, 'version'])) return command;
  }
  throw new Error('Neither `docker compose` nor `docker-compose` is installed.');
}

async function startDaemon(directory: string): Promise<Engine> {
  await mkdir(directory, { recursive: true });
  const at = (name: string) => path.join(directory, name);
  const socket = `unix://${at('docker.sock')}`;
  const log = openSync(at('dockerd.log'), 'a');
  const args = ['--data-root', at('data'), '--exec-root', at('run'), '-H', socket];
  const hadBridge = await succeeds(['ip', 'link', 'show', 'docker0']);
  const daemon = spawn('dockerd', [...args, '-p', at('docker.pid')], {
    stdio: ['ignore', log, log],
    // Ctrl-C stops this script, which stops the engine last.
    detached: true,
  });
  const exited = once(daemon, 'exit');
  // An uncaught error ends this script without its cleanup.
  const kill = () => void daemon.kill('SIGTERM');
  process.on('exit', kill);
  const stop = async () => {
    daemon.kill('SIGTERM');
    await exited;
    process.off('exit', kill);
    if (!hadBridge) await succeeds(['ip', 'link', 'delete', 'docker0']);
  };
  const env = { ...process.env, DOCKER_HOST: socket };
  try {
    await waitUntilReady(env, () => daemon.exitCode !== null);
    return { env, compose: await findCompose(), stop };
  } catch (error) {
    if (daemon.exitCode === null) await stop();
    await run(['tail', '-n', '20', at('dockerd.log')]);
    throw error;
  }
}

async function waitUntilReady(env: NodeJS.ProcessEnv, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!(await succeeds(['docker', 'info'], { env }))) {
    if (hasEnded()) throw new Error('The container engine exited during startup.');
    if (Date.now() > deadline) throw new Error('The container engine does not respond.');
    await sleep(500);
  }
}
