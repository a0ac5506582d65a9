import { chatMessageSchema } from '@skein/contracts/chat';
import type { ChatMessage } from '@skein/contracts/chat';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { expectError } from '../support/http/responses.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let sender: User;
let receiver: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
});

beforeEach(async () => {
  sender = await createUser(api);
  receiver = await createUser(api);
});

async function upload(by: User, count: number): Promise<{ mediaUrl: string; altText?: string }[]> {
  const files = [];
  for (let index = 0; index < count; index += 1) {
    files.push({ mediaUrl: await chat.uploadImage(by) });
  }
  return files;
}

const listUrls = ({ attachments }: ChatMessage) => attachments.map(({ mediaUrl }) => mediaUrl);

const send = (files: unknown, body: Record<string, unknown> = {}) =>
  chat.send(sender, receiver.id, { messageType: 'image', attachments: files, ...body });

async function sendFiles(files: unknown, body: Record<string, unknown> = {}): Promise<ChatMessage> {
  const response = await send(files, body);
  expect({ status: response.status, text: response.text }).toMatchObject({ status: 201 });
  return chatMessageSchema.strict().parse(response.body);
}

describe('a message with several files', () => {
  it('is read with all files, in order and with their alt texts, by both members', async () => {
    const [first, second, third] = await upload(sender, 3);
    const files = [first, { ...second, altText: 'A loom' }, third];
    const sent = await sendFiles(files, { content: 'From the fair' });
    expect(listUrls(sent)).toEqual(files.map((file) => file?.mediaUrl));
    expect(sent.attachments.map(({ altText }) => altText)).toEqual([null, 'A loom', null]);
    expect(sent.media).toEqual(sent.attachments[0]);
    const { content } = await chat.getConversation(receiver, sender);
    expect(content).toMatchObject([{ content: 'From the fair', mediaUrl: first?.mediaUrl }]);
    expect(content.map(listUrls)).toEqual([listUrls(sent)]);
  });

  it('keeps its files when unused uploads are swept', async () => {
    const sent = await sendFiles(await upload(sender, 2));
    api.clock.advance(2 * 60 * 60 * 1000);
    await api.services.media.sweep();
    const { content } = await chat.getConversation(receiver, sender);
    expect(content.map(listUrls)).toEqual([listUrls(sent)]);
  });

  it('is stored once when it is sent again, and rejected with other files', async () => {
    const [first, second, other] = await upload(sender, 3);
    const clientMessageId = 'pictures';
    const sent = await sendFiles([first, second], { clientMessageId });
    expect(await sendFiles([first, second], { clientMessageId })).toEqual(sent);
    expectError(await send([first, other], { clientMessageId }), 'conflict');
    expectError(await send([second, first], { clientMessageId }), 'conflict');
  });

  it('loses all files when it is deleted', async () => {
    const { id } = await sendFiles(await upload(sender, 2));
    await chat.deleteMessage(sender, id).expect(200);
    const { content } = await chat.getConversation(receiver, sender);
    expect(content).toMatchObject([{ id, isDeleted: true, media: null, attachments: [] }]);
    expect(await api.database.media.count({ where: { ownerId: sender.id } })).toBe(0);
  });

  it('is rejected with no, too many, used or foreign files, and with one in both forms', async () => {
    const [own, used] = await upload(sender, 2);
    const [foreign] = await upload(receiver, 1);
    await sendFiles([used]);
    for (const response of [
      await send([]),
      await send(Array.from({ length: 11 }, () => own)),
      await send([own, own]),
      await send([own, used]),
      await send([own, foreign]),
      await send([own, { mediaUrl: '/media/unknown/original.webp' }]),
      await send([own], { mediaUrl: own?.mediaUrl }),
      await send([own], { messageType: 'text' }),
      await send([own], { messageType: 'video' }),
    ]) {
      expectError(response, 'validation_failed');
    }
    // Nothing was stored or used by the rejected ones.
    await sendFiles([own]);
    expect((await chat.getConversation(receiver, sender)).content).toHaveLength(2);
  });
});
