import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

const page = new URL('../../../../docs/api.md', import.meta.url);
const run = promisify(execFile);

let api: TestApi;
let directory: string;

beforeAll(async () => {
  api = await startTestApi();
  directory = await mkdtemp(path.join(tmpdir(), 'skein-docs-'));
});

afterAll(async () => {
  await api.close();
  await rm(directory, { recursive: true, force: true });
});

/** Combines all commands of the page into one script that stops at the first failure. */
async function readScript(): Promise<string> {
  const blocks = (await readFile(page, 'utf8')).matchAll(/^```sh\n(.*?)^```$/gms);
  return ['set -euo pipefail', ...Array.from(blocks, ([, commands = '']) => commands)].join('\n');
}

it.skipIf(!hasTools())(
  'the commands in docs/api.md run from top to bottom',
  { timeout: 60_000 },
  async () => {
    const image = sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a3' } });
    await writeFile(path.join(directory, 'picture.png'), await image.png().toBuffer());
    const { stdout, stderr } = await run('bash', ['--norc', '-c', await readScript()], {
      cwd: directory,
      env: { PATH: process.env['PATH'], SKEIN: `http://127.0.0.1:${api.port}`, NO_PROXY: '*' },
    });
    expect(stderr).toBe('curl: (22) The requested URL returned error: 400\n');
    expect(stdout).toContain('"code":"validation_failed"');
    const threads = await api.database.thread.findMany({
      where: { deletedAt: null },
      orderBy: { id: 'asc' },
    });
    expect(threads.map(({ content }) => content)).toEqual([
      'With a picture',
      'A reply',
      'Tea or coffee?',
      'Once only',
      'Nothing is trending today.',
    ]);
  },
);

function hasTools(): boolean {
  try {
    execFileSync('bash', ['-c', 'curl --version']);
    return true;
  } catch {
    return false;
  }
}
