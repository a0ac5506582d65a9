import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { publish } from '../support/factories/publish.ts';
import { createUser } from '../support/factories/users.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { everyone, newActivity } from './instances.ts';

const domain = 'one.example';
/** More than a server sends at once. */
const hostsCount = 100;
const postsCount = 20;
const context = 'https://www.w3.org/ns/activitystreams';
const sender = { uri: 'https://host-1.example/users/remote1' };

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startTestPostgres();
});

afterAll(() => postgres.close());

/** All other servers. At first, half of them respond to activities, and none to requests for documents. */
async function startOthers() {
  const received = new Map<string, number>();
  const [requested, delivered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const state = { isSilent: true };
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      const host = request.headers.host ?? '';
      received.set(host, (received.get(host) ?? 0) + 1);
      if (state.isSilent && received.size > hostsCount / 2) return;
      response.writeHead(202).end();
      delivered.resolve();
      return;
    }
    requested.resolve();
    if (!state.isSilent) response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for Unix domain sockets.
  const { port } = server.address() as AddressInfo;
  return {
    received,
    requested: requested.promise,
    delivered: delivered.promise,
    state,
    port,
    server,
  };
}

function startServer(loopbackPort: number) {
  const preloaded = new URL('../support/servers/connect-to-loopback.ts', import.meta.url).href;
  return startTestServer(postgres, {
    env: {
      FEDERATION: 'on',
      PUBLIC_URL: `https://${domain}`,
      LOOPBACK_PORT: String(loopbackPort),
      NODE_OPTIONS: `--import ${preloaded}`,
    },
  });
}

/** An account on each of the other servers. All follow the user, who follows the first one. */
async function insertAccounts(userId: string): Promise<void> {
  await postgres.database.$executeRaw`
    WITH account AS (
      INSERT INTO users (id, username, domain, name, is_shown_outside, message_permission)
      SELECT gen_random_uuid(), 'remote' || n || '@host-' || n || '.example', 'host-' || n || '.example',
        'Remote ' || n, false, 'nobody'
      FROM generate_series(1, ${hostsCount}::int) n RETURNING id, domain, split_part(username, '@', 1) AS name
    ), actor AS (
      INSERT INTO remote_actors (user_id, uri, inbox, keys, fetched_at)
      SELECT id, 'https://' || domain || '/users/' || name, 'https://' || domain || '/inbox',
        '[]', now()
      FROM account
    ), follower AS (
      INSERT INTO follows (follower_id, followee_id) SELECT id, ${userId}::uuid FROM account
    )
    INSERT INTO follows (follower_id, followee_id)
    SELECT ${userId}::uuid, id FROM account WHERE name = 'remote1'`;
}

/** Stores what a server has accepted before it is killed: activities of others, and a thread of a user. */
async function storeWaiting(): Promise<void> {
  const api = await startTestApi({
    databaseUrl: postgres.url,
    settings: {
      publicUrl: new URL(`https://${domain}`),
      federation: { domain, handleDomain: domain },
    },
  });
  const user = await createUser(api);
  await insertAccounts(user.id);
  await publish(api, user, { fields: { content: 'To everyone' } });
  await api.services.federation?.processEvents();
  await api.close();
  const now = new Date();
  const waiting = Array.from({ length: postsCount }, (_, n) => {
    const note = {
      id: `${sender.uri}/statuses/${n}`,
      type: 'Note',
      attributedTo: sender.uri,
      content: 'Hello',
      published: now.toISOString(),
      to: [everyone],
      // The first one waits for the thread that it replies to, and the others wait for it.
      ...(n === 0 && { inReplyTo: 'https://host-2.example/missing' }),
    };
    const activity = {
      '@context': context,
      actor: sender.uri,
      ...newActivity(sender, 'Create', note),
    };
    const received = {
      senderUri: sender.uri,
      host: 'host-1.example',
      body: JSON.stringify(activity),
    };
    return { id: newId(), ...received, dueAt: now, receivedAt: now };
  });
  await postgres.database.receivedActivity.createMany({ data: waiting });
}

it('loses no activity and no delivery when the server is killed, and repeats no delivery that has ended', async () => {
  const others = await startOthers();
  await storeWaiting();

  const killed = startServer(others.port);
  await Promise.all([others.requested, others.delivered]);
  killed.child.kill('SIGKILL');
  await killed.exited;
  expect(await postgres.database.receivedActivity.count()).toBe(postsCount);
  const unfinished = await postgres.database.federationDelivery.count();
  expect(unfinished).toBeGreaterThanOrEqual(hostsCount / 2);

  // What was running is repeated after some minutes.
  await postgres.database.federationDelivery.updateMany({ data: { dueAt: new Date() } });
  await postgres.database.receivedActivity.updateMany({ data: { dueAt: new Date() } });
  others.state.isSilent = false;
  const restarted = startServer(others.port);
  await vi.waitFor(
    async () => {
      expect(await postgres.database.federationDelivery.count()).toBe(0);
      expect(await postgres.database.receivedActivity.count()).toBe(0);
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await postgres.database.remoteObject.count()).toBe(postsCount);
  const counts = [...others.received.values()];
  expect(counts).toHaveLength(hostsCount);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  expect(counts.filter((count) => count > 1).length).toBeLessThanOrEqual(unfinished);
  restarted.child.kill('SIGTERM');
  await restarted.exited;
  others.server.closeAllConnections();
  others.server.close();
}, 180_000);
