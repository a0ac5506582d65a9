import { findCounterDrift } from '@skein/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createActs } from '../support/db/relations.ts';
import { takeExport } from '../support/http/download-export.ts';
import { unzip } from '../support/http/unzip.ts';
import { createChatActs } from './support.ts';
import type { ChatActs } from './support.ts';

let api: TestApi;
let chat: ChatActs;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatActs(api);
});

afterAll(() => api.close());

async function sendPicture(by: User, to: User): Promise<string> {
  const mediaUrl = await chat.upload(by);
  await chat.sent(by, to, { content: 'Look', messageType: 'image', mediaUrl });
  return mediaUrl;
}

it('an archive has the messages of both, and the files of one’s own', async () => {
  const [own, other] = [await createUser(api), await createUser(api)];
  await chat.sent(own, other, { content: 'a question' });
  await chat.sent(other, own, { content: 'an answer' });
  const { id } = await chat.sent(own, other, { content: 'regretted' });
  await chat.takeBack(own, id).expect(200);
  const mediaUrl = await sendPicture(own, other);
  await sendPicture(other, own);

  const { archive } = await takeExport(api, own);
  const files = await unzip(archive);
  const messages = JSON.parse(files.get('messages.json')?.toString() ?? '') as {
    content: string;
    isOwn: boolean;
    media: { file: string }[];
  }[];
  expect(messages.map(({ content, isOwn, media }) => [content, isOwn, media.length])).toEqual([
    ['a question', true, 0],
    ['an answer', false, 0],
    ['Look', true, 1],
    ['Look', false, 0],
  ]);
  const stored = await api.request.get(mediaUrl).buffer(true).expect(200);
  expect(files.get(messages[2]?.media[0]?.file ?? '')).toEqual(stored.body);
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(1);
});

it('an account takes its conversations along, and all files in them', async () => {
  const [leaving, other] = [await createUser(api), await createUser(api)];
  const third = await createUser(api);
  const leavings = await sendPicture(leaving, other);
  const others = await sendPicture(other, leaving);
  const kept = await sendPicture(other, third);
  const password = { password: leaving.password };
  await createActs(api).remove(leaving, '/users/me').send(password).expect(200);

  await api.request.get(leavings).expect(404);
  expect((await chat.conversations(other)).map(({ user }) => user.id)).toEqual([third.id]);
  expect(await chat.unread(other)).toBe(0);
  const deliveries = await api.services.chat.inbox.list(other.id, 0, 10);
  expect(deliveries.map(({ seq, message }) => [seq, message.mediaUrl])).toEqual([[3, kept]]);
  expect(await findCounterDrift(api.databaseUrl)).toEqual([]);

  // What nobody has taken up may still be about to be.
  api.clock.advance(2 * 60 * 60 * 1000);
  await api.services.media.sweep();
  await api.request.get(others).expect(404);
  await api.request.get(kept).expect(200);
});
