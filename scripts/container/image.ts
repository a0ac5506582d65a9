import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { waitUntilReady } from './project.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';
import { MissedLimitError } from './steps.ts';

/** 370 for Node.js and Skein, of which 30 are the libraries of federation, and 330 for ffmpeg. */
const maxImageMegabytes = 700;
const maxStartMs = 3000;
const maxIdleMegabytes = 300;
const starts = 3;
const idleMs = 5000;
/** Tools for installing or building must not be in the image. */
const installers = ['npm', 'npx', 'corepack', 'yarn', 'pnpm', 'gcc', 'make', 'python3', 'git'];

/** Size of the image's content. */
export async function measureImage({ env }: Engine, image: string): Promise<string> {
  const bytes = await read(['docker', 'image', 'inspect', '--format', '{{.Size}}', image], { env });
  const megabytes = Math.round(Number(bytes) / 1e6);
  if (megabytes >= maxImageMegabytes) throw new MissedLimitError(`the image has ${megabytes} MB`);
  return `${megabytes} MB`;
}

/** Checks privileges and content of the running container. */
export async function expectLeanImage(project: Project): Promise<void> {
  const sh = (script: string) => project.exec('skein', 'sh', '-c', script);
  assert.notEqual(await sh('id -u'), '0');
  const paths = ['/app/x', '/x', '/secrets/x', '/home/node/x', '/data/x'];
  const written = await sh(
    `for file in ${paths.join(' ')}; do touch $file 2>&- && echo $file; done; rm -f /data/x`,
  );
  assert.equal(written, '/data/x');
  const found = await sh(`for name in ${installers.join(' ')}; do command -v $name; done; true`);
  assert.equal(found, '');
}

/**
 * Startup time on existing data and memory after some idle seconds: the best of several starts, because
 * the machine may be busy.
 */
export async function measureStart(engine: Engine, project: Project): Promise<string> {
  const startTimes: number[] = [];
  const memory: number[] = [];
  const id = await project.containerId('skein');
  for (let start = 0; start < starts; start += 1) {
    await read(['docker', 'stop', id], engine);
    const startedAt = Date.now();
    await read(['docker', 'start', id], engine);
    await waitUntilReady(project.url);
    startTimes.push(Date.now() - startedAt);
    await sleep(idleMs);
    memory.push(await readMegabytes(engine, id));
  }
  const [startMs, megabytes] = [Math.min(...startTimes), Math.min(...memory)];
  const result = `ready after ${startMs} ms, then ${megabytes} MB`;
  if (startMs < maxStartMs && megabytes < maxIdleMegabytes) return result;
  throw new MissedLimitError(
    `${result}; the limits are ${maxStartMs} ms and ${maxIdleMegabytes} MB`,
  );
}

/** Memory as in `docker stats`: excludes the page cache. */
async function readMegabytes(engine: Engine, id: string): Promise<number> {
  const format = ['--no-stream', '--format', '{{.MemUsage}}'];
  const usage = await read(['docker', 'stats', ...format, id], engine);
  const [, amount, unit] = /^([\d.]+)(MiB|GiB)/.exec(usage) ?? [];
  assert(amount !== undefined, `Unexpected output of docker stats: ${usage}`);
  return Math.round((Number(amount) * (unit === 'GiB' ? 2 ** 30 : 2 ** 20)) / 1e6);
}
