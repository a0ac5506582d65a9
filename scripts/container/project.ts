import { spawn } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import path from 'node:path';
import { rootDir } from '../launcher/project.mjs';
import type { Engine } from './engine.ts';
import { expectSuccess, read, run } from './run.ts';

const errorsMax = 5;

interface ProjectOptions {
  engine: Engine;
  name: string;
  image: string;
  port: number;
  /** An empty env file, so that the checkout's `.env` is ignored. */
  envFile: string;
  /** Settings as in `.env`. */
  settings?: Readonly<Record<string, string>>;
}

/** A Compose project. */
export interface Project {
  readonly url: string;
  /** Starts all services and waits until Skein is ready. Returns the milliseconds. */
  up(): Promise<number>;
  stop(): Promise<void>;
  /** Removes all containers and volumes. */
  remove(): Promise<void>;
  showLogs(): Promise<void>;
  containerId(service: string): Promise<string>;
  exec(service: string, ...command: string[]): Promise<string>;
  /** Runs a command and writes its output to a file. */
  save(file: string, service: string, ...command: string[]): Promise<void>;
  /** Runs a command that reads a file, in a new container of the service. */
  runWithInput(file: string, service: string, ...command: string[]): Promise<void>;
  /** Starts another Skein container on the same database and waits until it is ready. */
  startAnother(port: number): Promise<string>;
}

/** Creates a project without starting it. */
export function describeProject(options: ProjectOptions): Project {
  const { engine, name, port } = options;
  const url = `http://localhost:${port}`;
  const env = {
    ...engine.env,
    SKEIN_IMAGE: options.image,
    SKEIN_PORT: String(port),
    PUBLIC_URL: url,
    // One user sends many requests here.
    RATE_LIMIT_FACTOR: '100',
    ...options.settings,
  };
  const file = path.join(rootDir, 'docker-compose.yml');
  const flags = ['--file', file, '--project-name', name, '--env-file', options.envFile];
  const compose = (...args: string[]) => [...engine.compose, ...flags, ...args];
  const exec = (service: string, command: string[]) => compose('exec', '-T', service, ...command);
  return {
    url,
    up: async () => {
      const startedAt = Date.now();
      await read(compose('up', '--detach', '--no-build'), { env });
      await waitUntilReady(url);
      return Date.now() - startedAt;
    },
    stop: async () => {
      await read(compose('stop'), { env });
    },
    remove: async () => {
      await read(compose('down', '--volumes', '--remove-orphans'), { env });
    },
    showLogs: async () => {
      await run(compose('logs', '--tail', '30'), { env });
      const lines = (await read(compose('logs', '--no-color', 'skein'), { env })).split('\n');
      const errors = lines.filter((line) => line.includes('"level":50'));
      console.log(errors.slice(0, errorsMax).join('\n'));
    },
    containerId: (service) => read(compose('ps', '--quiet', service), { env }),
    exec: (service, ...command) => read(exec(service, command), { env }),
    save: (target, service, ...command) => save(exec(service, command), env, target),
    runWithInput: (source, service, ...command) =>
      runWithInput(compose('run', '--rm', '-T', service, ...command), env, source),
    startAnother: async (other) => {
      const ports = ['--publish', `127.0.0.1:${other}:4000`];
      await read(compose('run', '--detach', '--no-deps', ...ports, 'skein'), { env });
      const address = `http://localhost:${other}`;
      await waitUntilReady(address);
      return address;
    },
  };
}

/** Waits until the server is ready. */
export async function waitUntilReady(url: string, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const isReady = await fetch(`${url}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > deadline) throw new Error(`${url} is not ready.`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

async function save(command: readonly string[], env: NodeJS.ProcessEnv, target: string) {
  const child = start(command, env, ['ignore', 'pipe', 'inherit']);
  const closed = once(child, 'close');
  if (child.stdout !== null) await pipeline(child.stdout, createWriteStream(target));
  await expectSuccess(command, closed);
}

async function runWithInput(command: readonly string[], env: NodeJS.ProcessEnv, source: string) {
  const child = start(command, env, ['pipe', 'ignore', 'inherit']);
  const closed = once(child, 'close');
  if (child.stdin !== null) await pipeline(createReadStream(source), child.stdin);
  await expectSuccess(command, closed);
}

function start(command: readonly string[], env: NodeJS.ProcessEnv, stdio: StdioOptions) {
  const [program = '', ...args] = command;
  return spawn(program, args, { env, stdio });
}
