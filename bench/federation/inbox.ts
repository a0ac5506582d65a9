import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { LoadRequest } from '../api/load.ts';
import type { Stage } from '../api/stage.ts';
import { describeTimes, measureCpu, type Bench } from './bench.ts';
import {
  insertPeers,
  newLike,
  newPost,
  signActivity,
  type Peer,
  type SignedRequest,
} from './peers.ts';

const actorsPerHost = 10;
const connections = 64;
/** Requests of the local user per second. */
const feedRate = 10;
const feedSecondsMax = 20;
const feedWarmUpSeconds = 3;
const pollMs = 200;
const processingMs = 600_000;

interface InboxOptions {
  hosts: number;
  seconds: number;
  rate: number;
}

/**
 * Known accounts send new posts and likes in turn, at a fixed rate. Response times count from the moment at which a
 * request was due. Meanwhile a local user who follows the accounts reads the following feed.
 */
export async function measureInbox(
  { databaseUrl, stage, api, readPostgresMs, log }: Bench,
  { hosts, seconds, rate }: InboxOptions,
): Promise<string[][]> {
  const count = hosts * actorsPerHost;
  const peers = await insertPeers(databaseUrl, { prefix: 'sender', count, hosts });
  const [reader] = await stage.readers();
  if (reader === undefined) throw new Error('The database has no users.');
  await stage.query(
    `INSERT INTO follows (follower_id, followee_id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    [reader.id, peers.map(({ userId }) => userId)],
  );
  log('Signing the activities');
  const activities = await signActivities(stage, peers, rate * seconds);
  const warmUps = activities.splice(0, Math.ceil(activities.length / 10));
  await using pool = asDisposable(new Pool(api.origin, { connections }));
  const feed = reader.client.get('/api/threads?feed=following&size=30');
  const readFeed = (duration: number) =>
    sendAtRate(feedRate, feedRate * duration, () => send(pool, feed, 200));
  const post = (requests: readonly SignedRequest[]) =>
    sendAtRate(rate, requests.length, (n) =>
      send(pool, { method: 'POST', path: '/ap/inbox', ...at(requests, n) }, 202),
    );
  // Compiles the code and prepares the statements of both.
  await post(warmUps);
  await readFeed(feedWarmUpSeconds);
  await waitUntilProcessed(stage);

  log('Reading the feed without activities');
  const readQuietCpu = measureCpu({ api, readPostgresMs });
  const quiet = await readFeed(Math.min(seconds, feedSecondsMax));
  const feedCpu = readQuietCpu(quiet.length);
  log(`Sending ${activities.length} activities`);
  const started = performance.now();
  const readCpu = measureCpu({ api, readPostgresMs });
  const [responses, busy] = await Promise.all([post(activities), readFeed(seconds)]);
  const sentMs = performance.now() - started;
  const waiting = await countWaiting(stage);
  await waitUntilProcessed(stage);
  const processedMs = performance.now() - started;
  const cpu = readCpu(activities.length);
  const feeds = busy.length / activities.length;
  return [
    ['activities', `${activities.length} of ${peers.length} accounts on ${hosts} hosts`],
    ['accepted per second', ((activities.length / sentMs) * 1000).toFixed(1)],
    ['response', describeTimes(responses)],
    ['waiting after the last one', String(waiting)],
    ['all processed after', `${(processedMs / 1000).toFixed(1)} s`],
    ['CPU each, server', `${(cpu.serverMs - feedCpu.serverMs * feeds).toFixed(2)} ms`],
    ['CPU each, PostgreSQL', `${(cpu.postgresMs - feedCpu.postgresMs * feeds).toFixed(2)} ms`],
    ['feed without', describeTimes(quiet)],
    ['feed meanwhile', describeTimes(busy)],
  ];
}

async function signActivities(
  stage: Stage,
  peers: readonly Peer[],
  count: number,
): Promise<SignedRequest[]> {
  const threads = await stage.query<{ id: string }>(
    `SELECT t.id FROM threads t JOIN users a ON a.id = t.author_id
     WHERE t.parent_id IS NULL AND NOT a.is_private AND a.domain IS NULL AND t.audience = 'public'
     ORDER BY t.id DESC LIMIT 1000`,
  );
  return Array.from({ length: count }, (_, n) => {
    const peer = at(peers, n);
    const isPost = Math.floor(n / peers.length) % 2 === 0;
    return signActivity(peer, isPost ? newPost(peer, n) : newLike(peer, at(threads, n).id));
  });
}

async function send(pool: Pool, request: LoadRequest, status: number): Promise<void> {
  const { statusCode, body } = await pool.request({
    ...request,
    headers: { ...request.headers },
  });
  await body.dump();
  if (statusCode !== status) throw new Error(`${request.path} returned ${statusCode}.`);
}

/** Starts an action `rate` times per second, without waiting for the previous ones. Returns the times from each start. */
function sendAtRate(
  rate: number,
  count: number,
  action: (n: number) => Promise<void>,
): Promise<number[]> {
  const begin = performance.now();
  const times = Array.from({ length: count }, async (_, n) => {
    const due = begin + (n * 1000) / rate;
    await sleep(Math.max(0, due - performance.now()));
    await action(n);
    return performance.now() - due;
  });
  return Promise.all(times);
}

async function countWaiting(stage: Stage): Promise<number> {
  const [row] = await stage.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM federation_inbox',
  );
  return row?.count ?? 0;
}

async function waitUntilProcessed(stage: Stage): Promise<void> {
  const deadline = performance.now() + processingMs;
  while ((await countWaiting(stage)) > 0) {
    if (performance.now() > deadline) throw new Error('The activities are not processed.');
    await sleep(pollMs);
  }
}

const asDisposable = (pool: Pool) =>
  Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() });

function at<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('The database is too small.');
  return item;
}
