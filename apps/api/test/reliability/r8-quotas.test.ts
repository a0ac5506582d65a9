import { uploadMedia } from '@skein/contracts/threads';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleImage } from '../media/sample-images.ts';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { publish } from '../support/factories/publish.ts';

const mediaQuota = { bytes: 3 * 1024 ** 2, files: 4 };

let servers: [TestApi, TestApi];
let picture: Buffer;
let user: User;

beforeAll(async () => {
  const first = await startTestApi({ settings: { mediaQuota } });
  const second = await startTestApi({
    databaseUrl: first.databaseUrl,
    settings: { mediaQuota, mediaLocation: first.services.settings.mediaLocation },
  });
  servers = [first, second];
  picture = await sampleImage().png().toBuffer();
});

beforeEach(async () => {
  user = await createUser(servers[0]);
});

afterAll(async () => {
  await servers[1].close();
  await servers[0].close();
});

/** An audio file of this size, which is stored unchanged. */
function recording(bytes: number): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(bytes - 8, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes - 44, 40);
  return Buffer.concat([header, Buffer.alloc(bytes - 44, 128)]);
}

function upload(file = picture, server = servers[0]) {
  const form = server.request.post('/api/posts/with-media').set(user.auth);
  return form.attach('media', file, 'a');
}

function post(...files: Buffer[]) {
  const form = servers[0].request.post('/api/threads/multiple-media').set(user.auth);
  for (const file of files) void form.attach('media', file, 'a');
  return form.field('content', 'Look');
}

const count = () => servers[0].database.media.count({ where: { ownerId: user.id } });

describe('the files of a user', () => {
  it('are limited in number, used or not', async () => {
    await upload().expect(201);
    await post(picture, picture).expect(201);
    const error = expectError(await post(picture, picture), 'payload_too_large');
    expect(error.message).toMatch(/^You can store up to 4 files\./);
    expect(await count()).toBe(3);
    await upload().expect(201);
    expectError(await upload(), 'payload_too_large');
  });

  it('are limited in total size', async () => {
    await upload(recording(2 * 1024 ** 2)).expect(201);
    const before = await servers[0].listFiles();
    const error = expectError(await upload(recording(1024 ** 2 + 1)), 'payload_too_large');
    expect(error.message).toMatch(/^Your files can use up to 3 MB of storage\./);
    expect(await servers[0].listFiles()).toEqual(before);
    await upload(recording(1024 ** 2)).expect(201);
    expectError(await upload(), 'payload_too_large');
  });

  it('are counted per user', async () => {
    await post(picture, picture, picture, picture).expect(201);
    user = await createUser(servers[0]);
    await upload().expect(201);
  });

  it('do not prevent text posts when the quota is full', async () => {
    await post(picture, picture, picture, picture).expect(201);
    await publish(servers[0], user, { fields: { content: 'Words alone' } });
  });

  it('do not exceed the limit when uploaded concurrently to two servers', async () => {
    await post(picture, picture).expect(201);
    const before = await servers[0].listFiles();
    // The number of concurrent uploads allowed per user.
    const files = [servers[0], servers[1], servers[0], servers[1]] as const;
    const responses = await Promise.all(files.map((server) => upload(picture, server)));
    const rejected = responses.filter(({ status }) => status !== 201);
    expect(rejected).toHaveLength(2);
    for (const response of rejected) expectError(response, 'payload_too_large');
    expect(await count()).toBe(mediaQuota.files);
    expect(await servers[0].listFiles()).toHaveLength(before.length + 2);
  });
});

describe('the quota is freed', () => {
  it('when a thread is deleted', async () => {
    const path = '/api/threads/multiple-media';
    const { id } = await publish(servers[0], user, {
      path,
      files: [picture, picture, picture, picture],
    });
    expectError(await upload(), 'payload_too_large');
    await servers[1].request.delete(`/api/threads/${id}`).set(user.auth).expect(200);
    await upload().expect(201);
  });

  it('when a message is deleted', async () => {
    const other = await createUser(servers[0]);
    await upload().expect(201);
    await upload().expect(201);
    await upload().expect(201);
    const { post: last } = uploadMedia.response.parse((await upload()).body);
    const message = {
      receiverId: other.id,
      content: '',
      messageType: 'image',
      mediaUrl: last.mediaUrl,
    };
    const { request } = servers[0];
    const sent = await request.post('/api/chat/send').set(user.auth).send(message).expect(201);
    expectError(await upload(), 'payload_too_large');
    const { id } = sent.body as { id: string };
    await request.delete(`/api/chat/messages/${id}`).set(user.auth).expect(200);
    await upload().expect(201);
  });

  it('when an unused upload is swept', async () => {
    for (let uploads = 0; uploads < mediaQuota.files; uploads += 1) await upload().expect(201);
    expectError(await upload(), 'payload_too_large');
    await servers[0].database.media.updateMany({ data: { createdAt: new Date(0) } });
    await servers[1].services.media.sweep();
    await upload().expect(201);
  });
});
