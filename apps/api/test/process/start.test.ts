import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyMigratedDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { findDatabaseFiles } from '../support/servers/database-files.ts';
import { failStart } from '../support/servers/failed-start.ts';
import { startProcess } from '../support/servers/server-process.ts';

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-start-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDirectory, 0o755);
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const run = (env: Record<string, string>, args: string[] = []) =>
  startProcess({ DATA_DIR: dataDirectory, ...env }, args);

/** Registers a user and returns the token. */
async function registerAda(address: string): Promise<string> {
  const password = 'analytical engine';
  const names = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };
  const response = await fetch(`${address}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...names, password, confirmPassword: password }),
  });
  expect(response.status).toBe(201);
  const { token } = (await response.json()) as { token: string };
  return token;
}

describe('the server process', { timeout: 120_000 }, () => {
  it('runs without configuration under umask 077, stops on SIGTERM and keeps its data', async () => {
    const data = path.join(dataDirectory, 'new', 'data');
    const underUmask = ['sh', '-c', 'umask 077; exec "$0" "$@"'];
    const first = startProcess({ DATA_DIR: data }, [], underUmask);
    const token = await registerAda(await first.ready);
    expect((await stat(data)).mode & 0o777).toBe(0o711);
    // Only the account of the server can read the secret.
    const secretFile = path.join(data, 'secrets', 'jwt-secret');
    expect((await stat(secretFile)).mode & 0o777).toBe(0o600);
    expect(await readFile(secretFile, 'utf8')).toMatch(/^[0-9a-f]{64}$/);

    // A second server fails to start without deleting uploads of the running one.
    const upload = path.join(data, 'uploads', 'request', 'upload');
    await mkdir(path.dirname(upload), { recursive: true });
    await writeFile(upload, 'a picture');
    expect(await failStart({ DATA_DIR: data })).toMatch(/Another Skein/);
    expect(await readFile(upload, 'utf8')).toBe('a picture');

    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
    // Warns only if it runs as root: once in the start message and once in the JSON log.
    const warnings = first.log().match(/^(?: {2}|\{.*)WARNING: Skein runs as root/gm) ?? [];
    expect(warnings).toHaveLength(process.getuid?.() === 0 ? 2 : 0);

    const second = run({ DATA_DIR: data });
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${await second.ready}/api/users/me`, { headers })).status).toBe(200);
    second.child.kill('SIGINT');
    expect(await second.exited).toBe(0);
  });

  it('ends with one clear message for a wrong setting', async () => {
    const server = run({ BCRYPT_COST: 'cheap' });
    expect(await server.exited).toBe(1);
    const errors = await server.errors;
    expect(errors.trim()).toMatch(/^The configuration is invalid\.\nBCRYPT_COST: .+$/);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  it.each([
    [{ NODE_ENV: 'production' }, /JWT_SECRET: is required in production/],
    [{ DATABASE_URL: 'postgresql://a:b@host:99999/x' }, /DATABASE_URL: must be a URL/],
  ])('does not start with %j', async (env, message) => {
    expect(await failStart({ DATA_DIR: dataDirectory, ...env })).toMatch(message);
  });

  it('rejects an unknown argument', async () => {
    const server = run({}, ['--dmeo']);
    expect(await server.exited).toBe(1);
    expect((await server.errors).trim()).toBe(
      'Unknown argument "--dmeo". The only argument is --demo.',
    );
  });

  it('reports a port that is in use and stops its database', async () => {
    await copyMigratedDatabase(inject('preparedDirectory'), dataDirectory);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    // The address is a string only for Unix domain sockets.
    const { port } = other.address() as AddressInfo;
    const server = run({ PORT: String(port) });
    expect(await server.exited).toBe(1);
    expect((await server.errors).trim()).toBe(
      `Port ${port} is in use by another program. Set PORT to a free port.`,
    );
    other.close();
    expect(findDatabaseFiles(dataDirectory)).toEqual([]);
  });
});
