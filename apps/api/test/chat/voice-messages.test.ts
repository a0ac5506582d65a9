import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { uploadMedia } from '@skein/contracts/threads';
import { beforeAll, describe, expect, it } from 'vitest';
import { sampleVoiceWebm } from '../media/sample-recordings.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

const opusFile = path.join(import.meta.dirname, '../../src/demo/sounds/pedal.ogg');
const waveform = [0, 12, 31];
const voice = { durationMs: 9000, waveform };

let api: TestApi;
let chat: ChatClient;
let sender: User;
let receiver: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
  sender = await createUser(api);
  receiver = await createUser(api);
});

async function upload(file: Buffer, name: string): Promise<string> {
  const response = await api.request
    .post('/api/posts/with-media')
    .set(sender.auth)
    .attach('media', file, name)
    .expect(201);
  return uploadMedia.response.parse(response.body).post.mediaUrl;
}

const send = (attachments: unknown, body: Record<string, unknown> = {}) =>
  chat.send(sender, receiver.id, { content: '', messageType: 'audio', attachments, ...body });

describe('a voice message', () => {
  it('has a waveform, the duration of its file, and is served in ranges', async () => {
    const file = await readFile(opusFile);
    const mediaUrl = await upload(file, 'voice.ogg');
    const sent = await send([{ mediaUrl, voice }]).expect(201);
    expect(sent.body).toMatchObject({
      messageType: 'audio',
      media: { waveform, durationMs: 4400 },
    });
    const { content } = await chat.getConversation(receiver, sender);
    expect(content.at(-1)).toMatchObject({ attachments: [{ waveform }], media: { waveform } });
    const part = await api.request.get(mediaUrl).set('Range', 'bytes=0-3');
    expect(part.status).toBe(206);
    expect(part.headers).toMatchObject({
      'content-type': 'audio/ogg',
      'content-range': `bytes 0-3/${file.length}`,
    });
  });

  it('has the duration that the browser measured if the file lacks it', async () => {
    const mediaUrl = await upload(sampleVoiceWebm(), 'voice.webm');
    const sent = await send([{ mediaUrl, voice }]).expect(201);
    expect(sent.body).toMatchObject({ media: { waveform, durationMs: 9000 } });
  });

  it('is rejected with an invalid waveform, too long, and with other files', async () => {
    const mediaUrl = await upload(await readFile(opusFile), 'voice.ogg');
    const picture = await chat.uploadImage(sender);
    for (const response of [
      await send([{ mediaUrl, voice: { ...voice, waveform: [] } }]),
      await send([{ mediaUrl, voice: { ...voice, waveform: [32] } }]),
      await send([
        { mediaUrl, voice: { ...voice, waveform: Array.from({ length: 65 }, () => 1) } },
      ]),
      await send([{ mediaUrl, voice: { ...voice, durationMs: 5 * 60 * 1000 + 1 } }]),
      await send([{ mediaUrl, voice }, { mediaUrl: picture }]),
      await send([{ mediaUrl: picture, voice }], { messageType: 'image' }),
    ]) {
      expectError(response, 'validation_failed');
    }
    await send([{ mediaUrl, voice }]).expect(201);
  });
});
