import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@skein/db';
import { cloneDatabase } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startBucketServer } from '../support/servers/bucket-server.ts';
import { startFakePostgres } from '../support/faults/fake-postgres.ts';
import { failStart } from '../support/servers/failed-start.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { startProcess } from '../support/servers/server-process.ts';

let folder: string;
let clone: TestDatabase;
let occupied: Server;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skein-start-failures-'));
  await writeFile(path.join(folder, 'file'), '');
  clone = await cloneDatabase(inject('templateUrl'));
  occupied = createServer().listen(0, '127.0.0.1');
  await once(occupied, 'listening');
});
afterAll(async () => {
  occupied.close();
  await clone.drop();
  await rm(folder, { recursive: true, force: true });
});

async function expectError(env: Record<string, string>, message: RegExp): Promise<void> {
  const variables = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: clone.url, ...env };
  expect(await failStart(variables)).toMatch(message);
}

describe('a start fails with one message', { timeout: 60_000 }, () => {
  it('when the data directory is a file', () =>
    expectError(
      { DATA_DIR: path.join(folder, 'file') },
      /^The configuration is invalid\.\nDATA_DIR: .+ is not a writable folder; .+$/,
    ));

  it.runIf(process.platform === 'linux')('when the data directory cannot be created', () =>
    expectError(
      { DATA_DIR: '/proc/skein/data' },
      /^The configuration is invalid\.\nDATA_DIR: \/proc\/skein\/data is not a writable folder; .+$/,
    ),
  );

  it('when the secret file cannot be created', () =>
    expectError(
      { JWT_SECRET_FILE: path.join(folder, 'file', 'secret') },
      /^The configuration is invalid\.\n\/.+\/secret: cannot be read or created; .+ JWT_SECRET_FILE$/,
    ));

  it('when the host is unknown', () =>
    expectError(
      { HOST: 'skein.invalid' },
      /^The host "skein\.invalid" is unknown\. Check DATABASE_URL and HOST\.$/,
    ));

  it('when the metrics port is in use', () => {
    // The address is a string only for Unix domain sockets.
    const { port } = occupied.address() as AddressInfo;
    return expectError(
      { METRICS_PORT: String(port) },
      /^The configuration is invalid\.\nMETRICS_PORT: the port is in use, or Skein may not listen on it$/,
    );
  });

  it('when the media directory cannot be created', () =>
    expectError(
      { MEDIA_STORE: `file:${path.join(folder, 'file', 'media')}` },
      /^Media cannot be written to .+: make the account that runs Skein its owner, or .+\.$/,
    ));

  it('when the bucket does not exist', async () => {
    const bucket = await startBucketServer();
    await expectError(
      {
        MEDIA_STORE: `s3://nobodys?endpoint=${bucket.location.endpoint?.href}`,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      },
      /^The bucket nobodys in MEDIA_STORE does not exist\.$/,
    );
    await bucket.close();
  });

  it('when the database schema is newer', async () => {
    const newerDatabase = await cloneDatabase(inject('templateUrl'));
    const database = createDatabase({ url: newerDatabase.url, onError: () => undefined });
    await database.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('x', 'x', '29990101000000_more', now())`;
    await database.$disconnect();
    await expectError(
      { DATABASE_URL: newerDatabase.url },
      /^The database is newer than this version of Skein, .+ 29990101000000_more: .+$/,
    );
    await newerDatabase.drop();
  });

  it('when the PostgreSQL version is too old', async () => {
    const oldServer = await startFakePostgres({ version: '140013' });
    await expectError(
      { DATABASE_URL: oldServer.url },
      /^Skein needs PostgreSQL 15 or later: upgrade the database server\.$/,
    );
    oldServer.close();
  });

  it('when pg_hba.conf rejects the user', async () => {
    const rejectingServer = await startFakePostgres({
      code: '28000',
      errorText: 'no pg_hba.conf entry for host "127.0.0.1", user "skein", database "skein"',
    });
    await expectError(
      { DATABASE_URL: rejectingServer.url },
      /^The database rejects the user in DATABASE_URL, or connections from this machine: .+ pg_hba\.conf\.$/,
    );
    rejectingServer.close();
  });
});

it('exposes metrics on METRICS_PORT', { timeout: 60_000 }, async () => {
  const port = await findFreePort();
  const env = { DATA_DIR: path.join(folder, 'data'), DATABASE_URL: clone.url };
  const server = startProcess({ ...env, METRICS_PORT: String(port) });
  const address = await server.ready;
  expect((await fetch(`${address}/api/ready`)).status).toBe(200);
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect
    .poll(read)
    .toMatch(/^skein_job_runs_total\{task="remove-abandoned-uploads",outcome="done"\} 1$/m);
  await expect.poll(read, { timeout: 10_000 }).toContain('task="sweep-media",outcome="done"');
  const text = await read();
  expect(text).toMatch(
    /^skein_http_requests_total\{method="GET",route="\/api\/ready",status="200"\} 1$/m,
  );
  expect(text).toMatch(/^skein_db_pool_connections [1-9]/m);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});
