import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { expectError } from '../support/http/responses.ts';
import { createChatClient, recordSignals } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let ada: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
  [ada, ben] = [await createUser(api), await createUser(api)];
});

afterAll(() => api.close());

it('saves no draft without a conversation', async () => {
  const saved = await chat.saveDraft(ada, ben.id, { text: 'Hello' }).expect(200);
  expect(saved.body).toMatchObject({ revision: 0 });
  const read = await chat.get(ada, `/conversation/${ben.id}/draft`).expect(200);
  expect(read.body).toEqual({ text: '', replyTo: null, revision: 0 });
});

it('returns the last draft to its author only, with increasing revisions and an event', async () => {
  const message = await chat.sendMessage(ben, ada, { content: 'When?' });
  const foreign = await chat.sendMessage(ben, await createUser(api));
  const { signals, stop } = recordSignals(api);
  const drafts = [
    { text: 'Tomor', replyToId: foreign.id },
    { text: 'Tomorrow ', replyToId: message.id },
  ];
  for (const draft of drafts) await chat.saveDraft(ada, ben.id, draft).expect(200);
  expect(signals.filter(({ kind }) => kind === 'draft')).toEqual(
    [1, 2].map((revision) => ({
      kind: 'draft',
      conversationId: message.conversationId,
      userId: ada.id,
      revision,
    })),
  );
  stop();
  const replyTo = { id: message.id, senderId: ben.id, content: 'When?' };
  const draft = { text: 'Tomorrow ', replyTo, revision: 2 };
  expect((await chat.getConversation(ada, ben)).draft).toMatchObject(draft);
  expect((await chat.listConversations(ada))[0]?.draft).toMatchObject(draft);
  expect((await chat.getConversation(ben, ada)).draft).toBeNull();
  expect((await chat.listConversations(ben)).map((conversation) => conversation.draft)).toEqual([
    null,
    null,
  ]);
  await chat.saveDraft(ada, ben.id, { text: '' }).expect(200);
  const read = await chat.get(ada, `/conversation/${ben.id}/draft`).expect(200);
  expect(read.body).toEqual({ text: '', replyTo: null, revision: 3 });
});

it('rejects a text that is too long, unknown users and requests without a session', async () => {
  const path = `/api/chat/conversation/${ben.id}/draft`;
  expectError(await chat.saveDraft(ada, ben.id, { text: 'x'.repeat(10_001) }), 'validation_failed');
  for (const id of [newId(), ada.id, 'somebody'])
    expectError(await chat.saveDraft(ada, id, { text: 'x' }), 'not_found');
  expectError(await api.request.put(path).send({ text: 'x' }), 'unauthenticated');
});
