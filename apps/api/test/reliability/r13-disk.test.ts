import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { startPausedUpload } from '../support/http/paused-upload.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const megabyte = 1024 ** 2;
const settings = {
  diskReserveBytes: 1000 * megabyte,
  mediaQuota: { bytes: 20 * megabyte, files: 100 },
  mediaTotalBytes: 30 * megabyte,
};

let freeBytes: number;
let api: TestApi;
let attacker: User;
let other: User;
let picture: Buffer;

beforeEach(async () => {
  freeBytes = 5000 * megabyte;
  const readDisk = () => Promise.resolve({ freeBytes, totalBytes: 10_000 * megabyte });
  api = await startTestApi({ settings: { ...settings, readDisk } });
  attacker = await createUser(api);
  other = await createUser(api);
  picture = await sampleImage(64, 64).png().toBuffer();
});

afterEach(() => api.close());

function startUpload(bytes: number | null, sentBytes = 200_000) {
  const upload = startPausedUpload({ port: api.port, token: attacker.token, bytes, sentBytes });
  onTestFinished(() => void upload.close());
  return upload;
}

const postText = (as: User) =>
  api.request.post('/api/threads').set(as.auth).field('content', 'Only a text');
const postPicture = (as: User) => postText(as).attach('media', picture, 'a.png');

describe('one user with four open uploads', () => {
  it('gets two of them received, and the others rejected before a byte is written', async () => {
    const upload = Array.from({ length: 4 }, () => startUpload(5 * megabyte));
    await expect.poll(() => upload.filter(({ status }) => status() === '429')).toHaveLength(2);
    await expect.poll(() => api.listUploads()).toHaveLength(2);
    const rejected = upload.find(({ status }) => status() === '429');
    expect(rejected?.response()).toMatch(/\r\nRetry-After: 5\r\n/i);

    expectError(await postPicture(attacker), 'rate_limited');
    await postText(attacker).expect(201);
    await postPicture(other).expect(201);
    await expect.poll(() => api.listUploads()).toHaveLength(2);
  });

  it('gets the slots back when the connections end', async () => {
    const upload = [startUpload(5 * megabyte), startUpload(5 * megabyte)];
    await expect.poll(() => api.listUploads()).toHaveLength(2);
    for (const { close } of upload) close();
    await expect.poll(async () => (await postPicture(attacker)).status).toBe(201);
  });
});

describe('the declared size of an upload', () => {
  it('counts against the quota during the upload', async () => {
    const first = startUpload(15 * megabyte);
    await expect.poll(() => api.listUploads()).toHaveLength(1);
    const second = startUpload(15 * megabyte);
    await expect.poll(() => second.status()).toBe('413');
    expect(first.status()).toBeUndefined();
    expect(await api.listUploads()).toHaveLength(1);
    await postPicture(attacker).expect(201);
  });

  it('is reserved up to the remaining quota when it is not declared', async () => {
    const upload = startUpload(null, 15 * megabyte);
    await expect.poll(() => api.listUploads()).toHaveLength(1);
    expectError(await postPicture(attacker), 'payload_too_large');
    upload.sendMore(6 * megabyte);
    await expect.poll(() => api.listUploads(), { timeout: 10_000 }).toEqual([]);
    upload.close();
    await expect.poll(async () => (await postPicture(attacker)).status).toBe(201);
  });

  it('is rejected when it exceeds the limit of the route', async () => {
    const upload = startUpload(2000 * megabyte);
    await expect.poll(() => upload.status()).toBe('413');
    expect(await api.listUploads()).toEqual([]);
  });

  it('counts against the total limit of all users', async () => {
    const { id: ownerId } = other;
    await api.database.media.create({
      data: {
        id: crypto.randomUUID(),
        ownerId,
        type: 'video',
        storageKey: '0'.repeat(32),
        fileName: 'original.mp4',
        mimeType: 'video/mp4',
        bytes: 25 * megabyte,
      },
    });
    const upload = startUpload(10 * megabyte);
    await expect.poll(() => upload.status()).toBe('507');
    expect(upload.response()).toMatch(/\r\nRetry-After: 60\r\n/i);
    await postPicture(attacker).expect(201);
  });
});

describe('a disk with little more than the reserved space', () => {
  it('accepts texts, also as a form, but no files', async () => {
    freeBytes = settings.diskReserveBytes - 1;
    expectError(await postPicture(other), 'insufficient_storage');
    const upload = startUpload(5 * megabyte);
    await expect.poll(() => upload.status()).toBe('507');
    expect(await api.listUploads()).toEqual([]);
    await postText(other).expect(201);
  });

  it('ends running uploads when the space runs out', async () => {
    const upload = startUpload(null, megabyte);
    await expect.poll(() => api.listUploads()).toHaveLength(1);
    freeBytes = settings.diskReserveBytes + 1;
    upload.sendMore(2 * megabyte);
    await expect.poll(() => api.listUploads()).toEqual([]);
    upload.endChunks();
    await expect.poll(() => upload.status()).toBe('507');
  });
});

it('gives only the server’s account access to uploads and stored files', async () => {
  startUpload(5 * megabyte);
  await expect.poll(() => api.listUploads()).toHaveLength(1);
  await postPicture(other).expect(201);
  for (const folder of ['uploads', 'media']) {
    const modes = () => listModes(path.join(api.dataDirectory, folder));
    await expect.poll(modes).toEqual(['600', '700']);
  }
});

/** The distinct modes of a folder and all files and folders in it. */
async function listModes(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const all = [folder, ...names.map((name) => path.join(folder, name))];
  const modes = await Promise.all(all.map(async (file) => (await stat(file)).mode & 0o777));
  return [...new Set(modes.map((mode) => mode.toString(8)))].toSorted();
}
