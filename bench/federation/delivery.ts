import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../api/statistics.ts';
import type { Reader, Stage } from '../api/stage.ts';
import { measureCpu, type Bench } from './bench.ts';
import { getHost, insertPeers } from './peers.ts';

const pollMs = 250;
const deliveryMs = 600_000;
/** Threads of each of both authors, whose response times are compared. */
const comparedThreads = 20;
const tables = ['federation_events', 'federation_activities', 'federation_queue', 'servers'];

interface DeliveryOptions {
  hosts: number;
  followers: number;
  silent: number;
}

/** A local user with followers on other servers publishes a thread. */
export async function measureDelivery(
  bench: Bench,
  { hosts, followers, silent }: DeliveryOptions,
): Promise<string[][]> {
  const { databaseUrl, stage, api, log } = bench;
  const [author, other] = await stage.readers({ skip: 1 });
  if (author === undefined || other === undefined) throw new Error('The database has no users.');
  await publish(api.origin, other, 3);
  const alone = await publish(api.origin, other, comparedThreads);
  log(`Creating ${followers} followers on ${hosts} hosts`);
  const accounts = await insertPeers(databaseUrl, { prefix: 'follower', count: followers, hosts });
  await stage.query(
    `INSERT INTO follows (follower_id, followee_id) SELECT unnest($2::uuid[]), $1 ON CONFLICT DO NOTHING`,
    [author.id, accounts.map(({ userId }) => userId)],
  );
  await stage.query('VACUUM (ANALYZE)');
  log('Publishing a thread');
  const delivered = await deliver(bench, author, { hosts, silent });
  // Deliveries to silent hosts remain until their attempts end after days.
  while ((await countDeliveries(stage)) > silent) await sleep(pollMs);
  const remaining = await countDeliveries(stage);
  await stage.query('VACUUM (ANALYZE)');
  const sizeAfter = await readSize(stage);
  const federated = await publish(api.origin, author, comparedThreads);
  const sizes = [...delivered.sizes, sizeAfter].map(
    (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`,
  );
  return [
    ['delivery', `${followers} followers on ${hosts} hosts, ${silent} silent`],
    ['response of the thread', `${delivered.responseMs.toFixed(1)} ms`],
    ['responses of later threads, median', `${median(federated).toFixed(1)} ms`],
    ['responses without followers, median', `${median(alone).toFixed(1)} ms`],
    ['half of the responding hosts', `${(median(delivered.timesMs) / 1000).toFixed(1)} s`],
    ['all responding hosts', `${(Math.max(...delivered.timesMs) / 1000).toFixed(1)} s`],
    ['CPU each, server', `${delivered.cpu.serverMs.toFixed(2)} ms`],
    ['CPU each, PostgreSQL', `${delivered.cpu.postgresMs.toFixed(2)} ms`],
    ['tables before, at most, after', sizes.join(', ')],
    ['deliveries that wait', String(remaining)],
  ];
}

async function deliver(
  { stage, api, readPostgresMs, peers }: Bench,
  author: Reader,
  { hosts, silent }: Omit<DeliveryOptions, 'followers'>,
) {
  const sizeBefore = await readSize(stage);
  peers.reset();
  const readCpu = measureCpu({ api, readPostgresMs });
  const started = performance.now();
  const [responseMs = Number.NaN] = await publish(api.origin, author, 1);
  const responding = Array.from({ length: hosts - silent }, (_, n) => getHost(n + silent));
  let sizeMax = sizeBefore;
  while (!responding.every((host) => peers.received.has(host))) {
    if (performance.now() - started > deliveryMs) {
      throw new Error(`Only ${peers.received.size} of ${responding.length} hosts have the thread.`);
    }
    await sleep(pollMs);
    sizeMax = Math.max(sizeMax, await readSize(stage));
  }
  return {
    responseMs,
    timesMs: responding.map((host) => (peers.received.get(host) ?? Number.NaN) - started),
    sizes: [sizeBefore, sizeMax],
    cpu: readCpu(responding.length),
  };
}

/** Publishes threads one after the other and returns the times of the responses. */
async function publish(origin: string, { client }: Reader, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { method, path, headers, body } = client.postForm('/api/threads', {
      content: `Number ${n} of a quiet morning by the harbor.`,
    });
    const begin = performance.now();
    const request = { method, headers: { ...headers }, body: body ?? null };
    const response = await fetch(`${origin}${path}`, request);
    await response.arrayBuffer();
    times.push(performance.now() - begin);
    if (response.status !== 201) throw new Error(`Publishing returned ${response.status}.`);
  }
  return times;
}

async function countDeliveries(stage: Stage): Promise<number> {
  const [row] = await stage.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM federation_queue',
  );
  return row?.count ?? 0;
}

/** Bytes of the tables and indexes of the delivery. */
async function readSize(stage: Stage): Promise<number> {
  const [row] = await stage.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(name::regclass))::float8 AS bytes FROM unnest($1::text[]) name`,
    [tables],
  );
  return row?.bytes ?? 0;
}
