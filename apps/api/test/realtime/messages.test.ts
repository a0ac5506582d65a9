import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMessage } from '../../src/modules/chat/messages/insert-message.repository.ts';
import { newId } from '../../src/platform/ids.ts';
import { createChatClient } from '../chat/support.ts';
import type { ChatClient } from '../chat/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertConversation } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { untilLockWait } from '../support/db/wait-for-lock.ts';
import { listen, numbered, sendAll } from './support.ts';

let api: TestApi;
let chat: ChatClient;
let ada: User;
let ben: User;

beforeAll(async () => {
  // One user sends more messages than allowed.
  api = await startTestApi({ limits: 'off' });
  chat = createChatClient(api);
});

afterAll(() => api.close());

beforeEach(async () => {
  ada = await createUser(api);
  ben = await createUser(api);
});

describe('a message', () => {
  it('is sent to all devices of both members, with clientMessageId to the sender only', async () => {
    const [laptop, phone] = [await listen(api, ada), await listen(api, ada)];
    const receiver = await listen(api, ben);
    const sent = await chat.sendMessage(ada, ben, { content: 'Hi Ben', clientMessageId: 'temp-1' });
    for (const device of [laptop, phone]) expect(await device.until('message')).toEqual([sent]);
    expect(await receiver.until('message')).toEqual([{ ...sent, clientMessageId: null }]);
    expect(receiver.lastId()).toBe(sent.id);
  });

  it('of a message request is marked until the receiver accepts it', async () => {
    const where = { id: ben.id };
    await api.database.user.update({ where, data: { messagePermission: 'requests' } });
    const [sender, receiver] = [await listen(api, ada), await listen(api, ben)];
    await chat.sendMessage(ada, ben, { content: 'Do we know each other?' });
    expect(await receiver.until('message')).toMatchObject([{ isRequest: true }]);
    expect(await sender.until('message')).toMatchObject([{ isRequest: false }]);
    await api.request.post(`/api/chat/requests/${ada.id}/accept`).set(ben.auth).expect(200);
    await chat.sendMessage(ada, ben, { content: 'Yes, we do' });
    expect(await receiver.until('message', 2)).toMatchObject([{}, { isRequest: false }]);
  });

  it('is not sent to other users', async () => {
    const other = await listen(api, await createUser(api));
    const receiver = await listen(api, ben);
    await chat.sendMessage(ada, ben);
    await receiver.until('message');
    expect(other.getData('message')).toEqual([]);
  });

  it('is one event regardless of its text', async () => {
    const receiver = await listen(api, ben);
    const texts = [
      'a\n\nevent: notification\ndata: {"unreadCount":9}\n\n',
      'b\r\n\r\nid: x\r\ndata: {}\r\n\r\n',
      'c\u2028\u2029\u0085event: reset',
      ': comment\nretry: 1',
    ];
    const ids = await sendAll(api, [ada, ben], texts);
    const messages = await receiver.until('message', texts.length);
    expect(messages.map(({ id }) => id)).toEqual(ids);
    expect(receiver.events.map(({ event }) => event)).toEqual([
      'connected',
      ...texts.map(() => 'message'),
    ]);
    expect(messages[0]?.content).toBe('a\n\nevent: notification\ndata: {"unreadCount":9}');
  });

  it('sends events when it is read, deleted or being typed', async () => {
    const [adasStream, bensStream] = [await listen(api, ada), await listen(api, ben)];
    const { id, conversationId } = await chat.sendMessage(ada, ben);
    await chat.markRead(ben, id).expect(200);
    const read = { conversationId, userId: ben.id, upTo: id };
    expect(await adasStream.until('read')).toEqual([read]);
    expect(await bensStream.until('read')).toEqual([read]);
    await chat.deleteMessage(ada, id).expect(200);
    expect(await adasStream.until('message.deleted')).toEqual([{ conversationId, messageId: id }]);
    expect(await bensStream.until('message.deleted')).toEqual([{ conversationId, messageId: id }]);
    await chat.sendTyping(ada, ben.id).expect(200);
    expect(await bensStream.until('typing')).toEqual([{ conversationId, userId: ada.id }]);
    expect(adasStream.getData('typing')).toEqual([]);
  });
});

describe('resuming a stream', () => {
  it('delivers a hundred messages once and in order over ten disconnects', async () => {
    const texts = numbered(100);
    const received: string[] = [];
    let lastEventId: string | undefined;
    let stream = await listen(api, ben);
    for (let part = 0; part < 10; part += 1) {
      await sendAll(api, [ada, ben], texts.slice(part * 10, part * 10 + 5));
      // A disconnect may fall between events; complete events count.
      if (part % 2 === 0) await stream.until('message', 3);
      stream.disconnect();
      received.push(...stream.contents());
      lastEventId = stream.lastId() ?? lastEventId;
      await sendAll(api, [ada, ben], texts.slice(part * 10 + 5, part * 10 + 10));
      stream = await listen(api, ben, { lastEventId });
    }
    await stream.until('message', 100 - received.length);
    await sleep(50);
    expect([...received, ...stream.contents()]).toEqual(texts);
  });

  it('continues after lastEventId of the query, and the header takes precedence', async () => {
    const [first = '', second = ''] = await sendAll(api, [ada, ben], ['one', 'two', 'three']);
    const query = `?lastEventId=${first}`;
    const byAddress = await listen(api, ben, { query });
    await byAddress.until('message', 2);
    expect(byAddress.contents()).toEqual(['two', 'three']);
    const byHeader = await listen(api, ben, { query, lastEventId: second });
    await byHeader.until('message');
    expect(byHeader.contents()).toEqual(['three']);
  });

  it('continues for the sender as well', async () => {
    const [first] = await sendAll(api, [ada, ben], ['one', 'two']);
    const stream = await listen(api, ada, { lastEventId: first });
    await stream.until('message');
    expect(stream.contents()).toEqual(['two']);
  });

  it('starts with new messages when lastEventId is not a message of the user', async () => {
    const carl = await createUser(api);
    const [othersMessage] = await sendAll(api, [ada, carl], ['secret', 'more']);
    await sendAll(api, [ada, ben], ['old']);
    for (const lastEventId of [othersMessage, newId(), 'x', "'; --", '0'.repeat(500)]) {
      const stream = await listen(api, ben, { lastEventId });
      await sendAll(api, [ada, ben], ['new']);
      await stream.until('message');
      expect(stream.contents()).toEqual(['new']);
      stream.disconnect();
    }
  });

  it('sends a reset event when too many messages were missed', async () => {
    const [first, second] = await sendAll(api, [ada, ben], ['first', 'second']);
    await insertMessages(500);
    const complete = await listen(api, ben, { lastEventId: second });
    await complete.until('message', 500);
    expect(complete.getData('reset')).toEqual([]);
    const stream = await listen(api, ben, { lastEventId: first });
    await stream.until('reset');
    await sendAll(api, [ada, ben], ['next']);
    await stream.until('message');
    expect(stream.events.map(({ event }) => event)).toEqual(['connected', 'reset', 'message']);
    expect(complete.contents().slice(0, 2)).toEqual(['many 1', 'many 2']);
  });

  /** Inserts copies of Ada's last message into Ben's inbox. */
  async function insertMessages(count: number): Promise<void> {
    await api.database.$executeRaw`
      WITH sample AS (
        SELECT conversation_id, seq FROM messages WHERE sender_id = ${ada.id}::uuid ORDER BY seq DESC LIMIT 1
      ), made AS (
        INSERT INTO messages (id, conversation_id, seq, sender_id, type, content, created_at)
        SELECT gen_random_uuid(), conversation_id, seq + n, ${ada.id}::uuid, 'text', 'many ' || n, now()
        FROM sample, generate_series(1, ${count}::int) n RETURNING id, seq
      ), moved AS (
        UPDATE conversations SET last_seq = last_seq + ${count}::int
        WHERE id = (SELECT conversation_id FROM sample)
      ), inbox AS (
        UPDATE chat_inboxes SET last_seq = last_seq + ${count}::int
        WHERE user_id = ${ben.id}::uuid RETURNING last_seq - ${count}::int AS before
      )
      INSERT INTO message_deliveries (user_id, seq, message_id)
      SELECT ${ben.id}::uuid, inbox.before + row_number() OVER (ORDER BY made.seq), made.id
      FROM made, inbox`;
  }
});

/** Inserted without publishing a signal. */
const messageWith = async (id: string, content = 'late') => ({
  conversationId: await insertConversation(api.database, ada.id, ben.id),
  kind: 'direct' as const,
  senderId: ada.id,
  type: 'text' as const,
  content,
  clientMessageId: id,
  now: new Date(),
});

describe('a message that commits late', () => {
  it('is not skipped although one with a higher id was sent before', async () => {
    await chat.sendMessage(ada, ben, { content: 'early' });
    const stream = await listen(api, ben);
    const earlierId = newId();
    const [, lastId] = await sendAll(api, [ada, ben], ['one', 'two']);
    await stream.until('message', 2);
    await insertMessage(api.database, await messageWith(earlierId));
    api.services.bus.publish({ kind: 'message', userIds: [ada.id, ben.id] });
    await stream.until('message', 3);
    expect(stream.contents()).toEqual(['one', 'two', 'late']);
    const resumed = await listen(api, ben, { lastEventId: lastId });
    await resumed.until('message');
    expect(resumed.contents()).toEqual(['late']);
    const after = await listen(api, ben, { lastEventId: earlierId });
    await sendAll(api, [ada, ben], ['three']);
    await after.until('message');
    expect(after.contents()).toEqual(['three']);
  });

  it('is sent in commit order while others wait for its transaction', async () => {
    const carl = await createUser(api);
    await chat.sendMessage(carl, ben);
    const stream = await listen(api, ben);
    const { other } = await api.database.$transaction(async (tx) => {
      await insertMessage(tx, await messageWith(newId()));
      const sending = sendAll(api, [carl, ben], ['other']);
      await untilLockWait(api.database);
      return { other: sending };
    });
    await other;
    api.services.bus.publish({ kind: 'message', userIds: [ada.id, ben.id] });
    await stream.until('message', 2);
    expect(stream.contents()).toEqual(['late', 'other']);
  });
});

describe('a message without a signal', () => {
  it('is found by the inbox sweep', async () => {
    const stream = await listen(api, ben);
    await chat.sendMessage(ada, ben, { content: 'with signal' });
    await stream.until('message');
    await insertMessage(api.database, await messageWith(newId(), 'without signal'));
    await api.services.realtime.sweep();
    await stream.until('message', 2);
    expect(stream.contents()).toEqual(['with signal', 'without signal']);
  });
});
