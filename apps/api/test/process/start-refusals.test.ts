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
import { findFreePort } from '../support/servers/free-port.ts';
import { startProcess } from '../support/servers/server-process.ts';

let folder: string;
let clone: TestDatabase;
let taken: Server;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skein-refused-'));
  await writeFile(path.join(folder, 'file'), '');
  clone = await cloneDatabase(inject('templateUrl'));
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(async () => {
  taken.close();
  await clone.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (env: Record<string, string>) =>
  startProcess({ DATA_DIR: path.join(folder, 'data'), DATABASE_URL: clone.url, ...env });

async function expectError(env: Record<string, string>, sentence: RegExp): Promise<void> {
  const server = run(env);
  expect(await server.exited).toBe(1);
  const errors = (await server.errors).trim();
  expect(errors).toMatch(sentence);
  expect(errors).not.toMatch(/^\s+at /m);
}

describe('a start is refused in one sentence', { timeout: 60_000 }, () => {
  it('where nothing can be kept', () =>
    expectError(
      { DATA_DIR: path.join(folder, 'file') },
      /^The configuration is wrong\.\nDATA_DIR: .+ is no folder that may be written to; .+$/,
    ));

  it.runIf(process.platform === 'linux')('where the kernel alone makes folders', () =>
    expectError(
      { DATA_DIR: '/proc/skein/data' },
      /^The configuration is wrong\.\nDATA_DIR: \/proc\/skein\/data is no folder .+$/,
    ),
  );

  it('where the secret cannot be kept', () =>
    expectError(
      { JWT_SECRET_FILE: path.join(folder, 'file', 'secret') },
      /^The configuration is wrong\.\n\/.+\/secret: cannot be read or made; .+ JWT_SECRET_FILE$/,
    ));

  it('where it is to listen at no address', () =>
    expectError(
      { HOST: 'skein.invalid' },
      /^The host "skein\.invalid" is not known\. Check DATABASE_URL and HOST\.$/,
    ));

  it('where the port for figures is taken', () => {
    // The address is a string only for Unix domain sockets.
    const { port } = taken.address() as AddressInfo;
    return expectError(
      { METRICS_PORT: String(port) },
      /^The configuration is wrong\.\nMETRICS_PORT: is taken, or not to be listened on$/,
    );
  });

  it('where media cannot be kept', () =>
    expectError(
      { MEDIA_STORE: `file:${path.join(folder, 'file', 'media')}` },
      /^Media cannot be written to .+: give the folder to the server's account, or .+\.$/,
    ));

  it('where the bucket is none', async () => {
    const bucket = await startBucketServer();
    await expectError(
      {
        MEDIA_STORE: `s3://nobodys?endpoint=${bucket.place.endpoint?.href}`,
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      },
      /^The bucket nobodys in MEDIA_STORE does not exist\.$/,
    );
    await bucket.close();
  });

  it('where the database is newer', async () => {
    const newer = await cloneDatabase(inject('templateUrl'));
    const database = createDatabase({ url: newer.url, onError: () => undefined });
    await database.$executeRaw`
      INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES ('x', 'x', '29990101000000_more', now())`;
    await database.$disconnect();
    await expectError(
      { DATABASE_URL: newer.url },
      /^The database is newer than this Skein, .+ 29990101000000_more: .+$/,
    );
    await newer.drop();
  });

  it('where the database is too old', async () => {
    const old = await startFakePostgres({ version: '140013' });
    await expectError(
      { DATABASE_URL: old.url },
      /^Skein needs PostgreSQL 15 or later: upgrade the database server\.$/,
    );
    old.close();
  });

  it('where the database lets nobody in from here', async () => {
    const closed = await startFakePostgres({
      code: '28000',
      words: 'no pg_hba.conf entry for host "127.0.0.1", user "skein", database "skein"',
    });
    await expectError(
      { DATABASE_URL: closed.url },
      /^The database refuses the user in DATABASE_URL, or lets nobody in .+ pg_hba\.conf\.$/,
    );
    closed.close();
  });
});

it('tells figures where it is asked to', { timeout: 60_000 }, async () => {
  const port = await findFreePort();
  const server = run({ METRICS_PORT: String(port) });
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
