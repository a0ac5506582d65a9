import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase } from '@skein/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../support/http/event-reader.ts';
import type { EventReader } from '../support/http/event-reader.ts';
import { register, sendRequest } from '../support/http/requests.ts';
import type { RegisteredUser } from '../support/http/requests.ts';
import { findMissingPrograms, startPatroniCluster } from '../support/servers/patroni-cluster.ts';
import type { PatroniCluster } from '../support/servers/patroni-cluster.ts';
import type { ServerProcess } from '../support/servers/server-process.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { createAcknowledgedWrites } from './load/acknowledged-writes.ts';
import type { AcknowledgedWrites } from './load/acknowledged-writes.ts';
import { expectAllWritesStored, expectConsistent } from './load/invariants.ts';
import { startReadLoad } from './load/read-load.ts';
import type { ReadLoad } from './load/read-load.ts';
import { startWriteLoad } from './load/write-load.ts';

/** This suite runs only in `npm run test:soak`, because each round takes more than half a minute. */
const roundsCount = Number(process.env['FAILOVER_ROUNDS']);
const missingPrograms = findMissingPrograms();
if (missingPrograms.length > 0) {
  process.stderr.write(`Skips the failover of PostgreSQL without ${missingPrograms.join(', ')}.\n`);
}

const recoveryMaxMs = 30_000;
const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo'];

/** Two servers with users who write, read and listen. */
interface Site {
  servers: readonly ServerProcess[];
  address: string;
  users: readonly RegisteredUser[];
  sender: RegisteredUser;
  receiver: RegisteredUser;
  readers: readonly ReadLoad[];
  /** The receiver's streams, one of each server. */
  streams: readonly EventReader[];
  acknowledged: AcknowledgedWrites;
  /** The sender's messages. */
  sent: string[];
}

let cluster: PatroniCluster;

async function startSite(): Promise<Site> {
  const env = { DATABASE_REPLICA_URLS: cluster.nodeUrls.join(',') };
  const first = startTestServer(cluster, { name: 'first', env });
  const address = await first.ready;
  const second = startTestServer(cluster, { name: 'second', env });
  const addresses = [address, await second.ready];
  const users = await Promise.all(names.map((name) => register(address, name)));
  const [sender, receiver] = [await register(address, 'gus'), await register(address, 'hal')];
  const headers = { Authorization: `Bearer ${receiver.token}` };
  const streams = await Promise.all(
    addresses.map((each) => openStream({ port: Number(new URL(each).port), headers })),
  );
  const readers = addresses.map((each) => startReadLoad(each, sender));
  const acknowledged = createAcknowledgedWrites();
  const servers = [first, second];
  return { servers, address, users, sender, receiver, readers, streams, acknowledged, sent: [] };
}

/** Sends a message as often as necessary. Returns the milliseconds until it was acknowledged. */
async function send({ address, sender, receiver, acknowledged, sent }: Site): Promise<number> {
  const content = `message ${sent.length}`;
  sent.push(content);
  const start = performance.now();
  for (;;) {
    const { status, headers, body } = await sendRequest(address, {
      path: '/api/chat/send',
      token: sender.token,
      body: { receiverId: receiver.id, content, clientMessageId: content },
    });
    const ms = performance.now() - start;
    if (status === 201) {
      // The response type of this route.
      acknowledged.messages.set(content, (body as { id: string }).id);
      return ms;
    }
    if (status !== 503 || headers['retry-after'] === undefined) {
      acknowledged.unexpected.push(`POST /api/chat/send: ${status} ${JSON.stringify(body)}`);
    }
    if (ms > 2 * recoveryMaxMs) throw new Error(`Not acknowledged: ${status}`);
    await sleep(50);
  }
}

/** Executes `change` under load. Returns the longest time in which a message was not acknowledged. */
async function measureOutage(site: Site, change: () => Promise<unknown>): Promise<number> {
  const load = startWriteLoad({ ...site, getAddress: () => site.address });
  await load.untilAcknowledged(40);
  // A different moment in each round.
  await sleep(Math.random() * 500);
  const changing = new AbortController();
  const changed = change()
    .then(() => load.untilAcknowledged(40))
    .finally(() => changing.abort());
  let longestMs = 0;
  while (!changing.signal.aborted) longestMs = Math.max(longestMs, await send(site));
  await changed;
  await load.stop();
  return longestMs;
}

async function expectNothingLost(site: Site): Promise<void> {
  for (const reader of site.readers) await reader.stop();
  for (const server of site.servers) server.expectNoFailures();
  expect(site.readers.flatMap(({ unexpected }) => unexpected)).toEqual([]);
  for (const stream of site.streams) {
    await stream.until('message', site.sent.length);
    expect(stream.contents()).toEqual(site.sent);
    expect(stream.isClosed).toBe(false);
  }
  const database = createDatabase({ url: cluster.url, onError: () => undefined });
  const mediaDirectory = path.join(cluster.directory, 'first', 'media');
  const stored = { database, databaseUrl: cluster.url, mediaDirectory };
  await expectAllWritesStored(site.acknowledged, stored);
  await expectConsistent(site.acknowledged, stored);
  await database.$disconnect();
}

const toList = (durations: readonly number[]) => durations.map((ms) => Math.round(ms)).join(', ');

describe.skipIf(missingPrograms.length > 0)('automatic failover', () => {
  beforeAll(async () => {
    cluster = await startPatroniCluster();
    await cluster.untilComplete();
  });

  afterAll(() => cluster.close());

  it(
    `loses no acknowledged write and no event when the primary is killed ${roundsCount} times`,
    { timeout: 180_000 + roundsCount * 120_000 },
    async () => {
      const site = await startSite();
      const afterKills: number[] = [];
      for (let round = 0; round < roundsCount; round += 1) {
        let killed = '';
        const kill = async () => {
          killed = await cluster.killPrimary();
        };
        afterKills.push(await measureOutage(site, kill));
        cluster.restart(killed);
        await cluster.untilComplete();
      }
      const planned = await measureOutage(site, () => cluster.switchOver());
      process.stdout.write(
        `Served again after ${toList(afterKills)} ms, planned: ${toList([planned])} ms.\n`,
      );
      await expectNothingLost(site);
      expect(site.acknowledged.count).toBeGreaterThan(80 * roundsCount);
      expect(Math.max(...afterKills, planned)).toBeLessThan(recoveryMaxMs);
      for (const server of site.servers) {
        server.child.kill('SIGTERM');
        expect(await server.exited).toBe(0);
        expect(await server.errors).toBe('');
      }
    },
  );
});
