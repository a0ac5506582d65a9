import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyMigratedDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { startProcess } from '../support/servers/server-process.ts';
import { runOperation } from './run-operation.ts';

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-admin-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDirectory, 0o755);
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const run = (...args: string[]) => runOperation(['admin', ...args], { DATA_DIR: dataDirectory });

const backup = (file: string) => runOperation(['backup', file], { DATA_DIR: dataDirectory });
const restore = (file: string) => runOperation(['restore', file], { DATA_DIR: dataDirectory });

it(
  'works on the embedded database with and without a running server',
  { timeout: 120_000 },
  async () => {
    await copyMigratedDatabase(inject('preparedDirectory'), dataDirectory);
    const created = await run('create-user', 'ada@example.org', '--name', 'Ada');
    expect(created).toMatchObject({ code: 0, errors: '' });
    expect(created.output).toMatch(
      /^Created @ada\. Set a password here:\nhttp:\/\/localhost:4000\//,
    );

    const server = startProcess({ DATA_DIR: dataDirectory });
    await server.ready;
    expect(await run('promote', 'ada')).toEqual({
      code: 0,
      output: 'The role of @ada is admin now.',
      errors: '',
    });
    // The server still works.
    expect((await fetch(`${await server.ready}/api/ready`)).status).toBe(200);
    const file = path.join(dataDirectory, 'backup.tar');
    expect(await backup(file)).toMatchObject({ code: 0, errors: '' });
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);

    expect(await restore(file)).toMatchObject({
      code: 1,
      errors: 'This instance has accounts: a backup can be restored only into an empty instance.',
    });
    // Simulates a lost disk.
    await rm(path.join(dataDirectory, 'postgres'), { recursive: true });
    expect(await restore(file)).toMatchObject({ code: 0, errors: '' });
    expect((await run('promote', 'ada')).output).toBe('@ada is an administrator already.');
  },
);

it('fails with a clear message without its database', async () => {
  const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' };
  const result = await runOperation(['admin', 'stats'], env);
  expect(result).toMatchObject({ code: 1, output: '' });
  expect(result.errors).toContain('does not respond');
  expect(result.errors).not.toMatch(/^\s+at /m);
});
