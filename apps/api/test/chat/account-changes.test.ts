import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { downloadExport } from '../support/http/download-export.ts';
import { unzip } from '../support/http/unzip.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
});

afterAll(() => api.close());

async function sendPicture(by: User, to: User): Promise<string> {
  const mediaUrl = await chat.uploadImage(by);
  await chat.sendMessage(by, to, { content: 'Look', messageType: 'image', mediaUrl });
  return mediaUrl;
}

it('exports the messages of both members, and the files of the exporting user only', async () => {
  const [user, other] = [await createUser(api), await createUser(api)];
  await chat.sendMessage(user, other, { content: 'question' });
  await chat.sendMessage(other, user, { content: 'response' });
  const { id } = await chat.sendMessage(user, other, { content: 'deleted' });
  await chat.deleteMessage(user, id).expect(200);
  const mediaUrl = await sendPicture(user, other);
  await sendPicture(other, user);

  const { archive } = await downloadExport(api, user);
  const files = await unzip(archive);
  const messages = JSON.parse(files.get('messages.json')?.toString() ?? '') as {
    content: string;
    isOwn: boolean;
    media: { file: string }[];
  }[];
  expect(messages.map(({ content, isOwn, media }) => [content, isOwn, media.length])).toEqual([
    ['question', true, 0],
    ['response', false, 0],
    ['Look', true, 1],
    ['Look', false, 0],
  ]);
  const stored = await api.request.get(mediaUrl).buffer(true).expect(200);
  expect(files.get(messages[2]?.media[0]?.file ?? '')).toEqual(stored.body);
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(1);
});

it('deletes the conversations and their files with an account', async () => {
  const [leaving, other] = [await createUser(api), await createUser(api)];
  const third = await createUser(api);
  const deletedPicture = await sendPicture(leaving, other);
  const partnerPicture = await sendPicture(other, leaving);
  const thirdsPicture = await sendPicture(other, third);
  const password = { password: leaving.password };
  await createUserActions(api).remove(leaving, '/users/me').send(password).expect(200);

  await api.request.get(deletedPicture).expect(404);
  expect((await chat.listConversations(other)).map(({ user }) => user?.id)).toEqual([third.id]);
  expect(await chat.countUnread(other)).toBe(0);
  const deliveries = await api.services.chat.inbox.list(other.id, 0, 10);
  expect(deliveries.map(({ seq, message }) => [seq, message.mediaUrl])).toEqual([
    [3, thirdsPicture],
  ]);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);

  // The sweep keeps unused files for a while: a new message may still use them.
  api.clock.advance(2 * 60 * 60 * 1000);
  await api.services.media.sweep();
  await api.request.get(partnerPicture).expect(404);
  await api.request.get(thirdsPicture).expect(200);
});
