import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyMigratedDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startProcess } from '../support/servers/server-process.ts';

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-start-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDirectory, 0o755);
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

const addDatabase = () => copyMigratedDatabase(inject('preparedDirectory'), dataDirectory);

const run = (env: Record<string, string>, args: string[] = []) =>
  startProcess({ DATA_DIR: dataDirectory, ...env }, args);

describe('the server process', { timeout: 120_000 }, () => {
  it('runs without configuration, stops on SIGTERM and keeps its data', async () => {
    const first = run({});
    const address = await first.ready;
    const body = JSON.stringify({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      password: 'analytical engine',
      confirmPassword: 'analytical engine',
    });
    const headers = { 'Content-Type': 'application/json' };
    const registration = await fetch(`${address}/api/auth/register`, {
      method: 'POST',
      headers,
      body,
    });
    expect(registration.status).toBe(201);
    const { token } = (await registration.json()) as { token: string };
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);

    const second = run({});
    const me = await fetch(`${await second.ready}/api/users/me`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(me.status).toBe(200);
    second.child.kill('SIGINT');
    expect(await second.exited).toBe(0);
  });

  it('creates its data directory under umask 077 with a secret that only its account can read', async () => {
    const created = path.join(dataDirectory, 'new', 'data');
    const underUmask = ['sh', '-c', 'umask 077; exec "$0" "$@"'];
    const server = startProcess({ DATA_DIR: created }, [], underUmask);
    await server.ready;
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    expect((await stat(created)).mode & 0o777).toBe(0o711);
    const file = path.join(created, 'secrets', 'jwt-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('warns at the start and in its log only if it runs as root', async () => {
    await addDatabase();
    const server = run({});
    await server.ready;
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    const isRoot = process.getuid?.() === 0;
    // Once in the start message and once in the JSON log.
    const warnings = server.log().match(/^(?: {2}|\{.*)WARNING: Skein runs as root/gm) ?? [];
    expect(warnings).toHaveLength(isRoot ? 2 : 0);
  });

  it.each([
    [{ BCRYPT_COST: 'cheap' }, /^The configuration is invalid\.\nBCRYPT_COST: .+$/],
    [{ NODE_ENV: 'production' }, /JWT_SECRET: is required in production/],
    [{ DATABASE_URL: 'postgresql://a:b@host:99999/x' }, /DATABASE_URL: must be a URL/],
  ])('ends with one clear message for %j', async (env, message) => {
    const server = run(env);
    expect(await server.exited).toBe(1);
    const errors = await server.errors;
    expect(errors.trim()).toMatch(message);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  it('rejects an unknown argument', async () => {
    const server = run({}, ['--dmeo']);
    expect(await server.exited).toBe(1);
    expect((await server.errors).trim()).toBe(
      'Unknown argument "--dmeo". The only argument is --demo.',
    );
  });

  it('does not delete uploads of a running server when a second server fails to start', async () => {
    await addDatabase();
    const first = run({});
    await first.ready;
    const upload = path.join(dataDirectory, 'uploads', 'request', 'upload');
    await mkdir(path.dirname(upload), { recursive: true });
    await writeFile(upload, 'a picture');
    const second = run({});
    expect(await second.exited).toBe(1);
    expect(await second.errors).toMatch(/Another Skein/);
    expect(await readFile(upload, 'utf8')).toBe('a picture');
    first.child.kill('SIGTERM');
    expect(await first.exited).toBe(0);
  });

  it('reports a port that is in use and stops its database', async () => {
    await addDatabase();
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
    const second = run({});
    await second.ready;
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  });
});
