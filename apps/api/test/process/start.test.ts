import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const mainFile = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

let dataDirectory: string;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-start-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDirectory, 0o755);
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [mainFile], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory, PORT: '0', ...env },
  });
  const exited = once(child, 'exit').then(([code]: unknown[]) => code);
  const ready = (async () => {
    let seen = '';
    for await (const chunk of child.stdout) {
      seen += String(chunk);
      const address = /is at (http:\S+)/.exec(seen)?.[1];
      if (address !== undefined) return address;
    }
    throw new Error(`It never said where it is: ${seen}`);
  })();
  // Whoever waits for the end alone has no use for the address.
  ready.catch(() => undefined);
  return { child, exited, ready, errors: text(child.stderr) };
}

describe('the server process', { timeout: 60_000 }, () => {
  it('serves with nothing configured, stops on SIGTERM and finds everything again', async () => {
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
    const registered = await fetch(`${address}/api/auth/register`, {
      method: 'POST',
      headers,
      body,
    });
    expect(registered.status).toBe(201);
    const { token } = (await registered.json()) as { token: string };
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

  it('keeps its secret to its own account', async () => {
    const server = run({});
    await server.ready;
    server.child.kill('SIGTERM');
    await server.exited;
    const file = path.join(dataDirectory, 'secrets', 'jwt-secret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [{ BCRYPT_COST: 'cheap' }, /^The configuration is wrong\.\nBCRYPT_COST: .+$/],
    [{ NODE_ENV: 'production' }, /JWT_SECRET: is required in production/],
    [{ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }, /database/i],
  ])('ends with one clear message for %j', async (env, message) => {
    const server = run(env);
    expect(await server.exited).toBe(1);
    const errors = await server.errors;
    expect(errors.trim()).toMatch(message);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  it('says so when the port is taken, and leaves no database behind', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    // A TCP server's address is never the path of a socket.
    const { port } = other.address() as AddressInfo;
    const server = run({ PORT: String(port) });
    expect(await server.exited).toBe(1);
    expect((await server.errors).trim()).toBe(
      'The port is taken by another program. Set PORT to a free one.',
    );
    other.close();
    const again = run({});
    await again.ready;
    again.child.kill('SIGTERM');
    expect(await again.exited).toBe(0);
  });
});
