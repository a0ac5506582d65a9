import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RunningApi } from '../api/servers.ts';
import { createStage, type Stage } from '../api/stage.ts';
import { waitForJobs } from '../api/wait-for-jobs.ts';
import type { VolumeLandmarks } from '@skein/db/seed/volume';
import { addRemoteThreads } from '../plans/remote-threads.ts';
import { describeTimes } from './bench.ts';

const sampleMs = 5;
const feedRate = 10;
/** Other jobs run after a start, and V8 compiles. */
const warmUpMs = 20_000;
const keepAll = { REMOTE_THREAD_DAYS: '0' };
const deleteOld = { REMOTE_THREAD_DAYS: '1' };

interface RetentionBench {
  databaseUrl: string;
  landmarks: VolumeLandmarks;
  start: (env: Record<string, string>) => Promise<RunningApi>;
  log: (line: string) => void;
}

/**
 * Jobs delete almost all of many threads of other servers, and the copies of their files that nobody has used. Meanwhile a
 * local user reads the following feed.
 */
export async function measureRetention(
  { databaseUrl, landmarks, start, log }: RetentionBench,
  { remote, seconds }: { remote: number; seconds: number },
): Promise<string[][]> {
  await addRemoteThreads(databaseUrl, remote, log);
  const quiet = await withServer(start, keepAll, async (api) => {
    await waitForJobs(databaseUrl);
    log('Reading the feed without deletions');
    const { readFeed } = await createFeedReader(api, databaseUrl, landmarks);
    await readFeed(3);
    return readFeed(20);
  });
  return withServer(start, deleteOld, async (api) => {
    const { readFeed, stage } = await createFeedReader(api, databaseUrl, landmarks);
    await sleep(warmUpMs);
    log(`Reading the feed for ${seconds} s`);
    const before = await count(stage);
    const started = performance.now();
    const stopping = new AbortController();
    const watching = watchTransactions(databaseUrl, stopping.signal);
    const busy = await readFeed(seconds);
    stopping.abort();
    const transactions = await watching;
    const after = await count(stage);
    const perSecond = (deleted: number) =>
      String(Math.round((deleted * 1000) / (performance.now() - started)));
    return [
      ['threads of other servers', `${remote}, ${before.threads} at the beginning`],
      ['threads deleted per second', perSecond(before.threads - after.threads)],
      ['copies of files deleted per second', perSecond(before.files - after.files)],
      ['transactions with changes', `${transactions.length}: ${describeTimes(transactions)}`],
      ['longest of them', `${Math.max(...transactions).toFixed(0)} ms`],
      ['feed without', describeTimes(quiet)],
      ['feed meanwhile', describeTimes(busy)],
      ['memory of the server', `${api.memoryMb()} MB`],
    ];
  });
}

async function withServer<Result>(
  start: RetentionBench['start'],
  env: Record<string, string>,
  measure: (api: RunningApi) => Promise<Result>,
): Promise<Result> {
  const api = await start(env);
  try {
    return await measure(api);
  } finally {
    await api.stop();
  }
}

async function createFeedReader(
  { origin }: RunningApi,
  databaseUrl: string,
  landmarks: VolumeLandmarks,
) {
  const stage = createStage(origin, databaseUrl, landmarks);
  const [reader] = await stage.readers();
  if (reader === undefined) throw new Error('The database has no users.');
  const { path, headers } = reader.client.get('/api/threads?feed=following&size=30');
  const readOnce = async (due: number) => {
    const response = await fetch(origin + path, { headers: { ...headers } });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} returned ${response.status}.`);
    return performance.now() - due;
  };
  /** Returns the response times, from the moment at which a request was due. */
  const readFeed = async (duration: number): Promise<number[]> => {
    const begin = performance.now();
    return Promise.all(
      Array.from({ length: duration * feedRate }, async (_, n) => {
        const due = begin + (n * 1000) / feedRate;
        await sleep(Math.max(0, due - performance.now()));
        return readOnce(due);
      }),
    );
  };
  return { stage, readFeed };
}

async function count(stage: Stage): Promise<{ threads: number; files: number }> {
  const [row] = await stage.query<{ threads: number; files: number }>(
    `SELECT (SELECT count(*) FROM remote_objects)::int AS threads,
       (SELECT count(*) FROM remote_media WHERE bytes > 0)::int AS files`,
  );
  return row ?? { threads: 0, files: 0 };
}

/** Returns how long the transactions that change rows took, a few milliseconds less than in fact. Locks end with them. */
async function watchTransactions(databaseUrl: string, signal: AbortSignal): Promise<number[]> {
  const durations = new Map<string, number>();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    while (!signal.aborted) {
      const { rows } = await client.query<{ key: string; ms: number }>({
        name: 'transactions',
        text: `SELECT pid || ' ' || xact_start AS key,
            extract(epoch FROM clock_timestamp() - xact_start)::float8 * 1000 AS ms
          FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL
            AND application_name = 'skein'`,
      });
      for (const { key, ms } of rows) durations.set(key, ms);
      await sleep(sampleMs);
    }
  } finally {
    await client.end();
  }
  return [...durations.values()];
}
