import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from './engine.ts';
import { waitUntilReady } from './project.ts';
import type { Project } from './project.ts';
import { read } from './run.ts';

const maxImageMegabytes = 350;
const maxStartMs = 3000;
const maxIdleMegabytes = 200;
const restMs = 5000;
/** What installs or builds something has no place beside a server. */
const installers = ['npm', 'npx', 'corepack', 'yarn', 'pnpm', 'gcc', 'make', 'python3', 'git'];

/** The size of what is in the image. */
export async function measureImage({ env }: Engine, image: string): Promise<string> {
  const bytes = await read(['docker', 'image', 'inspect', '--format', '{{.Size}}', image], { env });
  const megabytes = Math.round(Number(bytes) / 1e6);
  assert(megabytes < maxImageMegabytes, `the image has ${megabytes} MB`);
  return `${megabytes} MB`;
}

/** What the running container may not do, and does not have. */
export async function expectLeanImage(project: Project): Promise<void> {
  const sh = (script: string) => project.exec('skein', 'sh', '-c', script);
  assert.notEqual(await sh('id -u'), '0');
  const tries = ['/app/x', '/x', '/secrets/x', '/home/node/x', '/data/x'];
  const written = await sh(
    `for file in ${tries.join(' ')}; do touch $file 2>&- && echo $file; done; rm -f /data/x`,
  );
  assert.equal(written, '/data/x');
  const found = await sh(`for name in ${installers.join(' ')}; do command -v $name; done; true`);
  assert.equal(found, '');
}

/**
 * How soon a server can serve on the data that is there, and its memory after some seconds of rest,
 * as `docker stats` shows it: files in memory count, cached ones do not.
 */
export async function measureStart({ env }: Engine, project: Project): Promise<string> {
  const id = await project.containerId('skein');
  await read(['docker', 'stop', id], { env });
  const began = Date.now();
  await read(['docker', 'start', id], { env });
  await waitUntilReady(project.url);
  const startMs = Date.now() - began;
  await sleep(restMs);
  const format = ['--no-stream', '--format', '{{.MemUsage}}'];
  const usage = await read(['docker', 'stats', ...format, id], { env });
  const [, amount, unit] = /^([\d.]+)(\w+)/.exec(usage) ?? [];
  const megabytes = unit === 'MiB' ? Math.round((Number(amount) * 2 ** 20) / 1e6) : Number.NaN;
  assert(megabytes < maxIdleMegabytes, `it takes ${usage}`);
  assert(startMs < maxStartMs, `it is ready only after ${startMs} ms`);
  return `ready after ${startMs} ms, then ${megabytes} MB`;
}
