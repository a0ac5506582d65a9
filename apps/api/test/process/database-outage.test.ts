import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorBodySchema } from '@skein/contracts/http';
import { cloneDatabase } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { failStart } from '../support/servers/failed-start.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { timeFactor } from '../support/time-factor.ts';
import { startProcess } from '../support/servers/server-process.ts';

let dataDirectory: string;
let clone: TestDatabase;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-outage-'));
  clone = await cloneDatabase(inject('templateUrl'));
});

afterEach(async () => {
  await clone.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  return (server.address() as AddressInfo).port;
}

/** The database URL with changed parts. */
function change(parts: Partial<Pick<URL, 'port' | 'password' | 'pathname'>>): string {
  return Object.assign(new URL(clone.url), parts).href;
}

function run(databaseUrl: string, port = 0) {
  return startProcess({
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
  });
}

it(
  'keeps running during a database outage and serves requests afterwards',
  { timeout: 120_000 },
  async () => {
    const [port, databasePort] = [await findFreePort(), await findFreePort()];
    const server = run(change({ port: String(databasePort) }), port);
    const address = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(address), { timeout: 30_000 });
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
    for (const route of ['/api/ready', '/api/feed/for-you', '/']) {
      const response = await fetch(address + route);
      expect({ status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
        status: 503,
        retryAfter: '5',
      });
      expect(errorBodySchema.parse(await response.json()).code).toBe('unavailable');
    }
    // One log line per request, without a stack trace.
    const isRejected = (line: string) => line.includes('"status":503');
    const countRejected = () => server.log().split('\n').filter(isRejected).length;
    await expect.poll(countRejected).toBeGreaterThanOrEqual(3);
    expect(server.log()).not.toContain('request failed');

    const proxy = createServer((client) => {
      const database = connect(Number(new URL(clone.url).port), '127.0.0.1');
      for (const socket of [client, database]) socket.on('error', () => undefined);
      client.pipe(database).pipe(client);
    });
    await listenOn(proxy, databasePort);
    const availableAt = performance.now();
    await server.ready;
    expect(performance.now() - availableAt).toBeLessThan(5000 * timeFactor);
    expect((await fetch(`${address}/api/ready`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    proxy.close();
  },
);

it('delays requests during the start', { timeout: 60_000 }, async () => {
  const port = await findFreePort();
  const server = run(clone.url, port);
  const first = await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/api/users/me`), {
    timeout: 30_000,
    interval: 5,
  });
  // The response of a running server to a request without authentication, not a 503.
  expect(first.status).toBe(401);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

it('stops while it waits for the database', async () => {
  const port = await findFreePort();
  const server = run('postgresql://nobody@127.0.0.1:1/nothing', port);
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/api/health`), { timeout: 30_000 });
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(await server.errors).toBe('');
});

it.each([
  [{ password: 'guessed' }, 'The database rejects the password in DATABASE_URL.'],
  [{ pathname: '/nothing' }, 'The database named in DATABASE_URL does not exist.'],
])('does not wait for a database with a wrong URL: %j', async (parts, message) => {
  const env = { DATA_DIR: dataDirectory, DATABASE_URL: change(parts) };
  expect(await failStart(env)).toBe(message);
});
