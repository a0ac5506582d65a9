import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { cloneDatabase } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { describeRequest, startRequestLoad } from '../reliability/load/request-load.ts';
import { openStream } from '../support/http/event-reader.ts';
import type { EventReader } from '../support/http/event-reader.ts';
import { register, sendRequest } from '../support/http/requests.ts';
import type { RegisteredUser } from '../support/http/requests.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { startTestServer } from '../support/servers/test-server.ts';

const configuration = new URL('../../../../deploy/compose/haproxy.cfg', import.meta.url);

// Debian installs it in a directory outside of the PATH of ordinary accounts.
const env = { PATH: [process.env['PATH'], '/usr/sbin'].join(path.delimiter) };

/** In CI it is required. */
const hasHaproxy =
  process.env['CI'] !== undefined || spawnSync('haproxy', ['-v'], { env }).error === undefined;

const waiting = { timeout: 20_000 };

let directory: string;
let database: TestDatabase;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-upgrade-'));
  database = await cloneDatabase(inject('templateUrl'));
});

afterEach(async () => {
  await database.drop();
  // The servers stop after this.
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
});

const run = (port: number) =>
  startTestServer(
    { directory, url: database.url },
    { name: String(port), env: { TRUST_PROXY: '1', PORT: String(port) } },
  );

describe.skipIf(!hasHaproxy)('three servers behind HAProxy', { timeout: 240_000 }, () => {
  it('can be replaced one after the other without a failed request or a lost event', async () => {
    const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
    const servers = ports.map((port) => ({ port, running: run(port) }));
    await Promise.all(servers.map(({ running }) => running.ready));
    const { address, untilUp } = await startHaproxy(ports);
    await untilUp();
    const [ada, ben] = [await register(address, 'ada'), await register(address, 'ben')];
    const messages = followMessages(Number(new URL(address).port), ben);
    const load = startRequestLoad({ address, users: [ada], connections: 'reused' });
    const send = (content: string) =>
      sendRequest(address, {
        path: '/api/chat/send',
        token: ada.token,
        body: { receiverId: ben.id, content, clientMessageId: content },
      });

    await vi.waitFor(() => expect(messages.connections()).toBe(1), waiting);
    // From now on, the client has a last event to continue after.
    expect(await send('message')).toMatchObject({ status: 201 });
    await vi.waitFor(() => expect(messages.contents()).toEqual(['message']), waiting);

    for (const [index, server] of servers.entries()) {
      await load.untilMore(20);
      server.running.child.kill('SIGTERM');
      expect(await send(`message ${index}`)).toMatchObject({ status: 201 });
      expect(await server.running.exited).toBe(0);
      await load.untilMore(20);
      server.running = run(server.port);
      await server.running.ready;
      await untilUp();
    }

    await load.untilMore(20);
    const failed = (await load.stop()).filter(({ response }) => (response?.status ?? 500) >= 300);
    expect(failed.map(describeRequest)).toEqual([]);
    await vi.waitFor(
      () => expect(messages.contents()).toEqual(['message', 'message 0', 'message 1', 'message 2']),
      waiting,
    );
    expect(messages.connections()).toBeGreaterThan(1);
  });
});

/** Reads the event stream of a user and reconnects as browsers do, from the last event. */
function followMessages(port: number, { token }: RegisteredUser) {
  const streams: EventReader[] = [];
  let isStopped = false;
  onTestFinished(() => {
    isStopped = true;
  });
  const follow = async () => {
    while (!isStopped) {
      const lastEventId = streams.findLast((stream) => stream.lastId() !== undefined)?.lastId();
      const stream = await openStream({
        port,
        headers: { Authorization: `Bearer ${token}` },
        lastEventId,
      });
      streams.push(stream);
      await stream.untilClosed(240_000);
    }
  };
  const following = follow();
  // Stops with the proxy.
  following.catch(() => undefined);
  return {
    contents: () => streams.flatMap((stream) => stream.contents()),
    connections: () => streams.length,
  };
}

/** Starts HAProxy with the configuration of deploy/compose. Only its ports and the servers are replaced. */
async function startHaproxy(serverPorts: readonly number[]) {
  const [publicPort, internalPort] = [await findFreePort(), await findFreePort()];
  const changes = [
    ['bind :8080\n', `bind 127.0.0.1:${publicPort}\n`, 1],
    ['bind :8404\n', `bind 127.0.0.1:${internalPort}\n`, 1],
    ...serverPorts.map((port, index) => [`skein-${index + 1}:4000`, `127.0.0.1:${port}`, 2]),
  ] as [from: string, to: string, count: number][];
  const rendered = changes.reduce(
    (changed, [from, to, count]) => {
      const parts = changed.split(from);
      if (parts.length !== count + 1) throw new Error(`The configuration lacks: ${from}`);
      return parts.join(to);
    },
    await readFile(configuration, 'utf8'),
  );
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(file, rendered);
  const child = spawn('haproxy', ['-db', '-f', file], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const errors = text(child.stderr);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const failed = exited.then(async () => {
    throw new Error(`HAProxy ended: ${await errors}`);
  });
  failed.catch(() => undefined);
  const countUp = async () => {
    const { body } = await sendRequest(`http://127.0.0.1:${internalPort}`, { path: '/metrics' });
    return Array.from(
      String(body).matchAll(/^haproxy_server_status\{.*server="skein-\d",state="UP"\} 1$/gm),
    ).length;
  };
  return {
    address: `http://127.0.0.1:${publicPort}`,
    /** Waits until HAProxy uses all servers. */
    untilUp: () =>
      Promise.race([
        failed,
        vi.waitFor(async () => expect(await countUp()).toBe(serverPorts.length), {
          timeout: 10_000,
          interval: 20,
        }),
      ]),
  };
}
