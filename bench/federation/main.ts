// pnpm bench:federation: activities of other servers, and deliveries to them. README.md describes it.
import { parseArgs } from 'node:util';
import { embeddedClusterDirectory, postgresCpuTime } from '../api/cpu-time.ts';
import { prepareCopy } from '../api/prepare-copy.ts';
import { startApi } from '../api/servers.ts';
import { createStage } from '../api/stage.ts';
import { formatTable } from '../api/table.ts';
import { openVolumeDatabase } from '../api/volume-database.ts';
import { waitForJobs } from '../api/wait-for-jobs.ts';
import { measureDelivery } from './delivery.ts';
import { measureInbox } from './inbox.ts';
import { origin, startPeers } from './peers.ts';
import { measureRetention } from './retention.ts';

const preload = new URL('connect-to-peers.ts', import.meta.url).href;

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    only: { type: 'string', default: 'inbox,delivery' },
    users: { type: 'string', default: '1000' },
    threads: { type: 'string', default: '20000' },
    hosts: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '100' },
    followers: { type: 'string', default: '10000' },
    silent: { type: 'string', default: '100' },
    remote: { type: 'string', default: '100000' },
    profile: { type: 'string' },
  },
});
const [users, threads, seconds, rate, followers, silent] = [
  values.users,
  values.threads,
  values.seconds,
  values.rate,
  values.followers,
  values.silent,
].map(Number) as [number, number, number, number, number, number];

await using stack = new AsyncDisposableStack();
const database = stack.adopt(
  await openVolumeDatabase({
    users,
    threads,
    seed: 1,
    dataDirectory: process.env['BENCH_DATA_DIR'],
    log,
  }),
  (opened) => opened.stop(),
);
const { dataDirectory, landmarks } = database;
for (const name of values.only.split(',')) {
  await using running = new AsyncDisposableStack();
  const isInbox = name === 'inbox';
  const peers = running.adopt(await startPeers(dataDirectory, isInbox ? 0 : silent), (started) =>
    started.close(),
  );
  const env = {
    FEDERATION: 'on',
    PUBLIC_URL: origin,
    BENCH_PEERS_PORT: String(peers.port),
  };
  const profiling =
    values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
  const options = { env, nodeOptions: ['--import', preload, ...profiling] };
  const databaseUrl = await prepareCopy(database, 'bench_federation', options, log);
  if (name === 'retention') {
    const start = (changes: Record<string, string>) =>
      startApi(databaseUrl, dataDirectory, { ...options, env: { ...options.env, ...changes } });
    const retention = { databaseUrl, landmarks, start, log };
    const result = await measureRetention(retention, { remote: Number(values.remote), seconds });
    console.log(`\n${formatTable(result)}\n`);
    continue;
  }
  const api = running.adopt(await startApi(databaseUrl, dataDirectory, options), (started) =>
    started.stop(),
  );
  await waitForJobs(databaseUrl);
  const stage = createStage(api.origin, databaseUrl, landmarks);
  const bench = {
    api,
    databaseUrl,
    peers,
    readPostgresMs: postgresCpuTime(embeddedClusterDirectory(dataDirectory)),
    stage,
    log,
  };
  const table = isInbox
    ? await measureInbox(bench, { hosts: Number(values.hosts ?? 20), seconds, rate })
    : await measureDelivery(bench, { hosts: Number(values.hosts ?? 1000), followers, silent });
  console.log(
    `\n${formatTable(table)}\nmemory of the server: ${api.memoryMb()} MB, at most ${api.peakMemoryMb()} MB\n`,
  );
}

function log(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
