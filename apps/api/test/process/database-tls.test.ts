import { chmod, chown, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@skein/db';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import type { EmbeddedPostgres } from '@skein/db/embedded';
import type {} from '@skein/db/testing/global-setup';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readEnv } from '../../src/platform/config/env.ts';
import { failStart } from '../support/servers/failed-start.ts';
import { startProcess } from '../support/servers/server-process.ts';

/** A test certificate for `localhost` and the authority that signed it. */
const fixtures = path.join(import.meta.dirname, 'tls');
const authority = path.join(fixtures, 'ca.pem');

let root: string;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'skein-tls-'));
  // The embedded database runs as another user when this runs as root.
  await chmod(root, 0o755);
  const start = () =>
    startEmbeddedPostgres({ dataDir: root, log: () => undefined, durability: 'throw-away' });
  await (await start()).stop();
  const cluster = path.join(root, 'postgres/cluster');
  const { uid, gid } = await stat(cluster);
  for (const name of ['server.pem', 'server.key']) {
    const file = path.join(cluster, name);
    await copyFile(path.join(fixtures, name), file);
    await chmod(file, 0o600);
    await chown(file, uid, gid);
  }
  const settings = path.join(cluster, 'postgresql.local.conf');
  await writeFile(
    settings,
    "ssl = on\nssl_cert_file = 'server.pem'\nssl_key_file = 'server.key'\n",
  );
  await chown(settings, uid, gid);
  postgres = await start();
}, 120_000);
afterAll(async () => {
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

function withTls(host: string, parameters: Record<string, string>, url = postgres.url): string {
  const address = new URL(url);
  address.hostname = host;
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

it.each([
  ['127.0.0.1', { sslmode: 'disable' }, false],
  ['127.0.0.1', { sslmode: 'require' }, true],
  ['127.0.0.1', { sslmode: 'verify-ca', sslrootcert: authority }, true],
  ['localhost', { sslmode: 'verify-full', sslrootcert: authority }, true],
])('connects to %s with %j', async (host, parameters, isEncrypted) => {
  const { databaseUrl = '' } = readEnv({ DATABASE_URL: withTls(host, parameters) });
  const database = createDatabase({ url: databaseUrl, onError: () => undefined });
  const rows = await database.$queryRaw`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
  expect(rows).toEqual([{ ssl: isEncrypted }]);
  await database.$disconnect();
});

it(
  'runs a server with a verified TLS connection to the database',
  { timeout: 60_000 },
  async () => {
    const url = withTls('localhost', { sslmode: 'verify-full', sslrootcert: authority });
    const server = startProcess({ DATA_DIR: path.join(root, 'data'), DATABASE_URL: url });
    expect((await fetch(`${await server.ready}/api/ready`)).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);

it.each([
  [
    'an unknown authority',
    () => withTls('localhost', { sslmode: 'verify-full' }),
    /^The database certificate is signed by an unknown authority: .+ sslrootcert=FILE to DATABASE_URL\.$/,
  ],
  [
    'a wrong host name',
    () => withTls('127.0.0.1', { sslmode: 'verify-full', sslrootcert: authority }),
    /^The database certificate is not valid for the host in DATABASE_URL: .+$/,
  ],
  [
    'no TLS support',
    () => withTls('127.0.0.1', { sslmode: 'require' }, inject('templateUrl')),
    /^DATABASE_URL requires TLS, which the database does not support: .+$/,
  ],
])(
  'fails to start with one message because of %s',
  { timeout: 60_000 },
  async (_case, address, sentence) => {
    const env = { DATA_DIR: path.join(root, 'rejected'), DATABASE_URL: address() };
    expect(await failStart(env)).toMatch(sentence);
  },
);
