import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { flatPng } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { sendRequest, register } from '../support/http/requests.ts';
import type { TestResponse, RegisteredUser } from '../support/http/requests.ts';
import { startPausedUpload } from '../support/http/paused-upload.ts';
import { startSharedProcess } from '../support/servers/server-process.ts';
import type { ServerProcess } from '../support/servers/server-process.ts';
import { onSmallDisk } from '../support/faults/small-disk.ts';

const megabyte = 1024 ** 2;
const diskMegabytes = 256;
const reserveMegabytes = 128;

const isPossible = onSmallDisk(tmpdir(), 1) !== null;

let directory: string;
let server: ServerProcess;
let address: string;
/** The data directory as the server sees it. */
let onDisk: string;

/** A server whose data, including database and uploads, is on a small disk. */
beforeAll(async () => {
  if (!isPossible) return;
  directory = await mkdtemp(path.join(tmpdir(), 'skein-disk-'));
  // The database uses another account when the test runs as root.
  await chmod(directory, 0o755);
  const env = {
    DATA_DIR: directory,
    DISK_RESERVE_MB: String(reserveMegabytes),
    JWT_SECRET: 'a secret for tests alone, long enough',
    BCRYPT_COST: '4',
    RATE_LIMIT_FACTOR: '0',
    LOG_LEVEL: 'warn',
  };
  server = startSharedProcess(env, [], onSmallDisk(directory, diskMegabytes) ?? []);
  address = await server.ready;
  onDisk = `/proc/${server.child.pid}/root${directory}`;
});

afterAll(async () => {
  if (!isPossible) return;
  server.child.kill('SIGTERM');
  await server.exited;
  await rm(directory, { recursive: true, force: true });
});

async function freeMegabytes(): Promise<number> {
  const { bavail, bsize } = await statfs(onDisk);
  return (bavail * bsize) / megabyte;
}

function createPoster({ token }: RegisteredUser) {
  return (content: string, picture?: Buffer): Promise<TestResponse> => {
    const body = new FormData();
    body.set('content', content);
    if (picture) body.set('media', new Blob([new Uint8Array(picture)]), 'picture.png');
    return sendRequest(address, { path: '/api/threads', token, body });
  };
}

it.runIf(isPossible)(
  'rejects files and accepts texts while only the disk reserve is free',
  { timeout: 120_000 },
  async () => {
    const post = createPoster(await register(address, 'dora'));
    const otherFile = path.join(onDisk, 'other-file');
    const bytes = Math.ceil((await freeMegabytes()) - reserveMegabytes) * megabyte;
    await writeFile(otherFile, Buffer.alloc(bytes));
    for (let turn = 0; turn < 3; turn += 1) {
      const rejected = await post('with a picture', flatPng(60, 40));
      expectError(rejected, 'insufficient_storage');
      expect(rejected.headers['retry-after']).toBe('60');
      expect((await post('a text')).status).toBe(201);
    }
    expect((await sendRequest(address, { path: '/api/ready' })).status).toBe(200);
    await rm(otherFile);
    expect((await post('a picture', flatPng(60, 40))).status).toBe(201);
    server.expectNoFailures();
  },
);

it.runIf(isPossible)(
  'is not ready while other programs fill the disk, and recovers when there is space again',
  { timeout: 120_000 },
  async () => {
    const post = createPoster(await register(address, 'emil'));
    const otherFile = path.join(onDisk, 'other-file');
    const fill = writeFile(otherFile, Buffer.alloc((diskMegabytes + 1) * megabyte));
    await expect(fill).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await freeMegabytes()).toBe(0);

    const readiness = () => sendRequest(address, { path: '/api/ready' });
    const getStatus = async () => (await readiness()).status;
    await expect.poll(getStatus, { timeout: 10_000 }).toBe(503);
    expect(expectError(await readiness(), 'unavailable').message).toMatch(/ENOSPC/);
    expectError(await post('with a picture', flatPng(60, 40)), 'insufficient_storage');

    await rm(otherFile);
    await expect.poll(getStatus, { timeout: 10_000 }).toBe(200);
    expect((await post('a text')).status).toBe(201);
    expect((await post('a picture', flatPng(60, 40))).status).toBe(201);
  },
);

it.runIf(isPossible)(
  'unfinished uploads do not use the disk reserve of the database',
  { timeout: 120_000 },
  async () => {
    const attackers = await Promise.all(['ada', 'ben'].map((name) => register(address, name)));
    const post = createPoster(await register(address, 'cleo'));
    const port = Number(new URL(address).port);
    // Together they are larger than the disk.
    const upload = { port, bytes: null, sentBytes: 70 * megabyte };
    const uploads = attackers.flatMap(({ token }) =>
      Array.from({ length: 4 }, () => startPausedUpload({ ...upload, token })),
    );
    onTestFinished(() => {
      for (const { close } of uploads) close();
    });
    let freeMin = Infinity;
    for (let turn = 0; turn < 10; turn += 1) {
      const texts = await Promise.all(Array.from({ length: 20 }, () => post('x'.repeat(1900))));
      expect(texts.map(({ status }) => status)).toEqual(texts.map(() => 201));
      freeMin = Math.min(freeMin, await freeMegabytes());
    }
    expect(uploads.filter(({ status }) => status() === '429')).toHaveLength(4);
    // What uploads add between two checks of the disk, and the texts themselves.
    expect(freeMin).toBeGreaterThan(reserveMegabytes - 20);
    expect((await sendRequest(address, { path: '/api/ready' })).status).toBe(200);

    for (const { close } of uploads) close();
    const postPicture = async () => (await post('a picture', flatPng(60, 40))).status;
    await expect.poll(postPicture, { timeout: 10_000 }).toBe(201);
    server.expectNoFailures();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  },
);
