import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@skein/db';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listSlowQueries } from '../../src/modules/monitoring/usage.repository.ts';

let dataDir: string;
let stack: AsyncDisposableStack;

beforeEach(async () => {
  stack = new AsyncDisposableStack();
  dataDir = await mkdtemp(path.join(tmpdir(), 'skein-slow-queries-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  // The embedded database runs as another user when this runs as root.
  await chmod(dataDir, 0o755);
}, 120_000);
afterEach(() => stack.disposeAsync());

const start = () =>
  startEmbeddedPostgres({ dataDir, log: () => undefined, durability: 'throw-away' });

it(
  'lists the slow queries of the server without those of other roles',
  { timeout: 120_000 },
  async () => {
    await (await start()).stop();
    const cluster = path.join(dataDir, 'postgres/cluster');
    const settings = path.join(cluster, 'postgresql.local.conf');
    await writeFile(settings, "shared_preload_libraries = 'pg_stat_statements'\n");
    const { uid, gid } = await stat(cluster);
    await chown(settings, uid, gid);
    const postgres = stack.adopt(await start(), (server) => server.stop());
    const connect = (url: string) =>
      stack.adopt(createDatabase({ url, onError: () => undefined }), (d) => d.$disconnect());
    const superuser = new URL(postgres.url);
    superuser.username = 'skein';
    superuser.password = (await readFile(path.join(dataDir, 'postgres/password'), 'utf8')).trim();
    const [server, administrator] = [connect(postgres.url), connect(superuser.href)];

    expect(await listSlowQueries(server)).toBeNull();
    await administrator.$executeRaw`CREATE EXTENSION pg_stat_statements`;
    await administrator.$queryRaw`SELECT 'administrator' FROM pg_sleep(0.1)`;
    await server.$queryRaw`SELECT 'server' FROM pg_sleep(0.1)`;

    const queries = await listSlowQueries(server);
    expect(queries?.[0]).toMatchObject({ query: 'SELECT $1 FROM pg_sleep($2)', calls: 1 });
    expect(queries?.[0]?.meanMs).toBeGreaterThan(90);
    expect(queries?.filter(({ query }) => query.includes('pg_sleep'))).toHaveLength(1);
    expect(JSON.stringify(queries)).not.toContain('insufficient privilege');
  },
);
