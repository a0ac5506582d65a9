import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import type { EmbeddedPostgres } from '@skein/db/embedded';
import { copyMigratedDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { openStream } from '../support/http/event-reader.ts';
import type { EventReader } from '../support/http/event-reader.ts';
import { startProcess } from '../support/servers/server-process.ts';

let dataDirectory: string;
let postgres: EmbeddedPostgres;

beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'skein-streams-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDirectory, 0o755);
  await copyMigratedDatabase(inject('preparedDirectory'), dataDirectory);
  postgres = await startEmbeddedPostgres({ dataDir: dataDirectory, log: () => undefined });
});

afterEach(async () => {
  await postgres.stop();
  await rm(dataDirectory, { recursive: true, force: true });
});

function startServer(name: string) {
  return startProcess({
    DATA_DIR: path.join(dataDirectory, name),
    DATABASE_URL: postgres.url,
    JWT_SECRET: 'a secret that both servers have in common',
    BCRYPT_COST: '4',
    RATE_LIMIT_FACTOR: '0',
  });
}

async function post<Result>(address: string, body: object, token?: string): Promise<Result> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // Callers pass the type of their endpoint's response.
  return (await response.json()) as Result;
}

async function register(server: string, name: string) {
  const password = 'correct horse battery';
  const { token, user } = await post<{ token: string; user: { id: string } }>(
    `${server}/api/auth/register`,
    {
      firstName: name,
      lastName: 'Test',
      email: `${name}@example.org`,
      password,
      confirmPassword: password,
    },
  );
  return { token, id: user.id };
}

/** Simulates a crash of the database; the embedded PostgreSQL restarts it. */
function killDatabase(): void {
  const file = path.join(dataDirectory, 'postgres', 'cluster', 'postmaster.pid');
  process.kill(Number(readFileSync(file, 'utf8').split('\n', 1)[0]), 'SIGQUIT');
}

const contents = (streams: EventReader[]) => streams.map((stream) => stream.contents());

it(
  'two servers deliver every message once and in order when their database crashes',
  { timeout: 180_000 },
  async () => {
    const servers = [startServer('first'), startServer('second')] as const;
    const [first, second] = [await servers[0].ready, await servers[1].ready];
    const [ada, ben] = [await register(first, 'ada'), await register(second, 'ben')];
    const listen = async (server: string, { token }: { token: string }) => {
      const stream = await openStream({
        port: Number(new URL(server).port),
        headers: { Authorization: `Bearer ${token}` },
      });
      await stream.until('connected');
      return stream;
    };
    const streams = [
      await listen(second, ben),
      await listen(first, ben),
      await listen(second, ada),
    ];
    const sent: string[] = [];
    const send = async (content: string) => {
      // Messages rejected during the outage are sent again with the same id.
      await vi.waitFor(
        () =>
          post(
            `${first}/api/chat/send`,
            { receiverId: ben.id, content, clientMessageId: content },
            ada.token,
          ),
        { timeout: 60_000, interval: 200 },
      );
      sent.push(content);
    };
    for (let index = 0; index < 60; index += 1) {
      if (index === 20 || index === 40) killDatabase();
      await send(`message ${index}`);
    }
    await vi.waitFor(() => expect(contents(streams)).toEqual(streams.map(() => sent)), {
      timeout: 40_000,
    });
    // The servers close the streams instead of waiting for the clients, so the test does not hang here.
    for (const { child } of servers) child.kill('SIGTERM');
    expect(await Promise.all(servers.map(({ exited }) => exited))).toEqual([0, 0]);
    await Promise.all(streams.map((stream) => stream.untilClosed()));
  },
);
