import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadMedia } from '@skein/contracts/threads';
import type { MediaType } from '@skein/contracts/media';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { insertThread } from '../support/factories/threads.ts';
import { sampleImage } from './sample-images.ts';

let api: TestApi;
let user: User;
let picture: Buffer;

beforeAll(async () => {
  api = await startTestApi();
  user = await createUser(api);
  picture = await sampleImage().png().toBuffer();
});
beforeEach(() => api.database.media.deleteMany());
afterAll(() => api.close());

const post = () => api.request.post('/api/posts/with-media').set(user.auth);

async function upload(altText = ''): Promise<{ id: string; mediaUrl: string }> {
  const response = await post().attach('media', picture, 'a.png').field('altText', altText);
  return uploadMedia.response.parse(response.body).post;
}

interface ClaimOptions {
  mediaUrl: string;
  ownerId?: string;
  mediaType?: MediaType;
  altText?: string | null;
  threadId?: string;
}

async function claim({ mediaUrl, ownerId = user.id, mediaType, ...options }: ClaimOptions) {
  const threadId = options.threadId ?? (await insertThread(api.database, user.id));
  const { altText = null } = options;
  return api.database.$transaction((tx) =>
    api.services.media.claim(tx, {
      ownerId,
      mediaUrl,
      mediaType,
      usedBy: { threadId },
      altText,
      position: 0,
    }),
  );
}

describe('POST /posts/with-media', () => {
  test('stores a file without a thread', async () => {
    const response = await post().attach('media', picture, 'a.png').field('content', 'Look');
    expect(response.status).toBe(201);
    const { post: uploaded, ...rest } = uploadMedia.response.parse(response.body);
    expect(rest).toEqual({ success: true, message: 'The file has been uploaded.' });
    expect(uploaded).toMatchObject({ content: 'Look', mediaType: 'image' });
    expect((await api.request.get(uploaded.mediaUrl)).status).toBe(200);
    expect(await api.database.media.findMany()).toMatchObject([
      { id: uploaded.id, ownerId: user.id, threadId: null },
    ]);
    expect(await api.database.unclaimedMedia.count({ where: { since: { gt: new Date(0) } } })).toBe(
      0,
    );
  });

  test('returns 400 without a file', async () => {
    const { errors } = expectError(await post().field('content', 'x'), 'validation_failed');
    expect(errors).toEqual([{ path: 'media', message: 'Choose a file to upload.' }]);
    expectError(await post().send({}), 'validation_failed');
  });

  test('accepts one file only', async () => {
    const response = await post().attach('media', picture, 'a').attach('media', picture, 'b');
    expectError(response, 'validation_failed');
    expect(await api.database.media.count()).toBe(0);
    await expect.poll(() => api.listUploads()).toEqual([]);
  });

  test('returns 401 before receiving the file', async () => {
    const response = await api.request.post('/api/posts/with-media').attach('media', picture, 'a');
    expectError(response, 'unauthenticated');
  });

  test('returns the same upload for a repeated idempotency key', async () => {
    const send = () =>
      post().set('Idempotency-Key', 'one').attach('media', picture, 'a.png').field('content', 'x');
    const [first, second] = await Promise.all([send(), send()]);
    const { post: created } = uploadMedia.response.parse(first.body);
    expect(second.body).toEqual(first.body);
    expect((await send()).body).toEqual(first.body);
    expect(await api.database.media.findMany()).toMatchObject([{ id: created.id }]);

    await api.database.media.deleteMany();
    const renewed = uploadMedia.response.parse((await send()).body).post;
    expect(renewed).toMatchObject({ id: created.id });
    expect(renewed.mediaUrl).not.toBe(created.mediaUrl);
  });

  test('returns 401 when the account is deleted meanwhile', async () => {
    const deletedAccount = { userId: newId(), sessionId: newId() };
    const uploadPath = join(api.dataDirectory, 'upload');
    await writeFile(uploadPath, picture);
    const file = { path: uploadPath, originalName: 'a.png', bytes: picture.length };
    const idempotency = { id: newId(), attempt: 'first' } as const;
    const before = await api.listFiles();
    const uploading = api.services.media.upload(
      deletedAccount,
      idempotency,
      { content: '', altText: [] },
      [file],
    );
    await expect(uploading).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await api.listFiles()).toEqual(before);
  });

  test('deletes an upload without a thread, and its files, after an hour', async () => {
    const before = await api.listFiles();
    await upload();
    await api.database.media.updateMany({ data: { createdAt: new Date(0) } });
    await api.services.media.sweep();
    expect(await api.database.media.count()).toBe(0);
    expect((await api.listFiles()).length).toBeLessThanOrEqual(before.length);
  });
});

describe('claiming an upload', () => {
  test('attaches it to the thread', async () => {
    const { id, mediaUrl } = await upload();
    const threadId = await insertThread(api.database, user.id);
    const row = await claim({ mediaUrl, threadId, mediaType: 'image', altText: 'A square' });
    expect(row).toMatchObject({ id, type: 'image', altText: 'A square', variants: [] });
    expect(await api.database.media.findMany()).toMatchObject([{ id, threadId }]);
  });

  test('keeps its alt text unless the thread has a new one', async () => {
    const { mediaUrl } = await upload('Of the upload');
    expect(await claim({ mediaUrl, altText: '' })).toMatchObject({ altText: 'Of the upload' });
  });

  test.each([
    ['of another type', (mediaUrl: string) => ({ mediaUrl, mediaType: 'video' as const })],
    ['of another user', (mediaUrl: string) => ({ mediaUrl, ownerId: newId() })],
    ['by a smaller copy', (url: string) => ({ mediaUrl: url.replace('original', '320') })],
    ['by an absolute URL', (url: string) => ({ mediaUrl: `https://skein.test${url}` })],
    [
      'by a storage key without a file name',
      (url: string) => ({ mediaUrl: url.replace('/original.webp', '') }),
    ],
    ['by a path with a parent directory', (url: string) => ({ mediaUrl: `/media/../${url}` })],
    ['by an empty URL', () => ({ mediaUrl: '' })],
  ])('rejects %s', async (_name, toOptions) => {
    const { mediaUrl } = await upload();
    await expect(claim(toOptions(mediaUrl))).rejects.toMatchObject({
      code: 'validation_failed',
      fieldErrors: [{ path: 'mediaUrl' }],
    });
    expect(await api.database.media.count({ where: { threadId: null } })).toBe(1);
  });

  test('succeeds once for several concurrent requests', async () => {
    const { mediaUrl } = await upload();
    const attempts = await Promise.allSettled(Array.from({ length: 6 }, () => claim({ mediaUrl })));
    expect(attempts.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    const errors = attempts.flatMap((attempt): unknown[] =>
      attempt.status === 'rejected' ? [attempt.reason] : [],
    );
    expect(errors).toMatchObject(Array.from({ length: 5 }, () => ({ code: 'validation_failed' })));
  });

  test('is undone when the thread is not created', async () => {
    const { mediaUrl } = await upload();
    const threadId = await insertThread(api.database, user.id);
    const failing = api.database.$transaction(async (tx) => {
      const item = { ownerId: user.id, mediaUrl, mediaType: undefined, altText: null };
      await api.services.media.claim(tx, { ...item, usedBy: { threadId }, position: 0 });
      throw new Error('no thread');
    });
    await expect(failing).rejects.toThrow('no thread');
    expect(await claim({ mediaUrl })).toMatchObject({ type: 'image' });
  });
});
