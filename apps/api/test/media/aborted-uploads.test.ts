import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { sampleMp4 } from './sample-mp4.ts';

const video = sampleMp4({ samples: Buffer.alloc(20 * 1024 * 1024, 'film') });

let api: TestApi;
let user: User;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api);
});
afterAll(() => api.close());

/**
 * Sends part of a form with a video, waits until the server has started to store it, and
 * disconnects.
 */
async function sendAndDisconnect(fraction: number): Promise<void> {
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="media"; filename="a.mp4"\r\n\r\n'),
    video,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const headers = [
    'POST /api/posts/with-media HTTP/1.1',
    'Host: skein.test',
    `Authorization: ${user.auth.Authorization}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${body.length}`,
    '\r\n',
  ];
  const socket = connect(api.port, '127.0.0.1');
  socket.write(headers.join('\r\n'));
  const sent = body.subarray(0, Math.floor(body.length * fraction));
  await new Promise((resolve) => socket.write(sent, resolve));
  await expect.poll(() => api.listUploads()).toHaveLength(1);
  socket.resetAndDestroy();
}

test.each([0.1, 0.5, 0.99])(
  'leaves no files when the client disconnects after %d of a video',
  async (fraction) => {
    await sendAndDisconnect(fraction);
    const { uploadsDirectory } = api.services.settings;
    const listRemaining = async () =>
      existsSync(uploadsDirectory) ? readdir(uploadsDirectory) : [];
    await expect.poll(listRemaining, { timeout: 10_000 }).toEqual([]);
    expect(await api.listFiles()).toEqual([]);
    expect(await api.database.media.count()).toBe(0);
    expect(await api.database.unclaimedMedia.count()).toBe(0);
  },
);

test('stores a completely received video', async () => {
  const form = api.request.post('/api/posts/with-media').set(user.auth);
  const response = await form.attach('media', video, 'a.mp4');
  expect(response.status).toBe(201);
  expect(await api.listFiles()).toEqual(['original.mp4']);
});
