import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertFollow, insertThread } from '../support/factories/threads.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { createUserActions } from '../support/http/user-actions.ts';
import { createChatClient } from './support.ts';
import type { ChatClient } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let actions: ReturnType<typeof createUserActions>;
let sender: User;
let receiver: User;
let author: User;

beforeAll(async () => {
  api = await startTestApi();
  chat = createChatClient(api);
  actions = createUserActions(api);
  [sender, receiver, author] = [
    await createUser(api),
    await createUser(api),
    await createUser(api),
  ];
});

afterAll(() => api.close());

const share = (sharedThreadId: string, body: Record<string, unknown> = {}) =>
  chat.sendMessage(sender, receiver, { content: '', sharedThreadId, ...body });

describe('sharing a thread in a message', () => {
  it('needs no text and delivers the id of the thread to both members', async () => {
    const threadId = await insertThread(api.database, author.id);
    const message = await share(threadId.toUpperCase());
    expect(message).toMatchObject({ content: '', messageType: 'text', sharedThreadId: threadId });
    for (const reader of [sender, receiver]) {
      const { content } = await chat.getConversation(reader, reader === sender ? receiver : sender);
      expect(content.at(-1)).toMatchObject({ id: message.id, sharedThreadId: threadId });
    }
    const withText = await share(threadId, { content: 'Look' });
    const edited = await chat.editMessage(sender, withText.id, '').expect(200);
    expect(edited.body).toMatchObject({ content: '', sharedThreadId: threadId });
  });

  it('returns 404 for a thread that does not exist or the sender may not see', async () => {
    const privateAuthor = await createUser(api);
    await actions.put(privateAuthor, '/users/me').field('isPrivate', 'true').expect(200);
    const hidden = await insertThread(api.database, privateAuthor.id);
    for (const sharedThreadId of [hidden, randomUUID()]) {
      expectError(await chat.send(sender, receiver.id, { sharedThreadId }), 'not_found');
    }
    expectError(await chat.send(sender, receiver.id, { sharedThreadId: 'x' }), 'validation_failed');
    await insertFollow(api.database, sender.id, privateAuthor.id);
    const message = await share(hidden);
    await actions.read(sender, `/threads/${hidden}`).expect(200);
    // The message names the thread, which its receiver still may not see.
    const { content } = await chat.getConversation(receiver, sender);
    expect(content.at(-1)).toMatchObject({ id: message.id, sharedThreadId: hidden });
    await actions.read(receiver, `/threads/${hidden}`).expect(404);
  });

  it('stays without the thread when that is deleted, and repeating it returns the first message', async () => {
    const threadId = await insertThread(api.database, author.id);
    const message = await share(threadId, { clientMessageId: 'shared-once' });
    await actions.remove(author, `/threads/${threadId}`).expect(200);
    await actions.read(receiver, `/threads/${threadId}`).expect(404);
    expect(await share(threadId, { clientMessageId: 'shared-once' })).toEqual(message);
    const other = await insertThread(api.database, author.id);
    const changed = { content: '', sharedThreadId: other, clientMessageId: 'shared-once' };
    expectError(await chat.send(sender, receiver.id, changed), 'conflict');
  });

  it('is removed from a deleted message', async () => {
    const message = await share(await insertThread(api.database, author.id));
    await chat.deleteMessage(sender, message.id).expect(200);
    const { content } = await chat.getConversation(receiver, sender);
    expect(content.at(-1)).toMatchObject({ isDeleted: true, sharedThreadId: null });
    const stored = await api.database.message.findFirstOrThrow({ where: { id: message.id } });
    expect(stored.sharedThreadId).toBeNull();
  });
});
