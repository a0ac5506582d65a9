import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getLayout } from '../embedded/layout.ts';
import { readProcess } from '../embedded/process-info.ts';
import { kill, startScript } from './support/run-script.ts';

test('ends all processes of a killed test run and deletes its files', async () => {
  const script = await startScript('run-test-databases.ts', []);
  const started = JSON.parse(script.firstLine) as { directory: string; pid: number };
  const { cluster } = getLayout(join(started.directory, 'databases'));
  const postmaster = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  expect(readProcess(postmaster)).toBeDefined();

  await kill(script);
  await expect.poll(() => readProcess(postmaster), { timeout: 30_000 }).toBeUndefined();
  await expect.poll(() => readProcess(started.pid), { timeout: 30_000 }).toBeUndefined();
  await expect.poll(() => existsSync(started.directory), { timeout: 30_000 }).toBe(false);
});
