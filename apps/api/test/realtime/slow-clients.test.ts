import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { insertMessage } from '../support/factories/chat.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { listen, sendAll } from './support.ts';

let api: TestApi;
let ada: User;
let ben: User;

beforeAll(async () => {
  api = await startTestApi();
  ada = await createUser(api);
  ben = await createUser(api);
});

afterAll(() => api.close());

/** Letters of four bytes, which are indexed as one word. */
const longText = '𝐀'.repeat(1900);

/** More than the system buffers for a client that does not read; stored and published at once. */
async function insertAndPublish(count: number): Promise<void> {
  const { conversationId, seq } = await insertMessage(api.database, ada.id, ben.id);
  await api.database.$executeRaw`
    WITH made AS (
      INSERT INTO messages (id, conversation_id, seq, sender_id, type, content, created_at)
      SELECT gen_random_uuid(), ${conversationId}::uuid, ${seq}::int + n, ${ada.id}::uuid, 'text',
        n || ' ' || ${longText}, now()
      FROM generate_series(1, ${count}::int) n RETURNING id, seq
    ), inbox AS (
      UPDATE chat_inboxes SET last_seq = last_seq + ${count}::int
      WHERE user_id = ${ben.id}::uuid RETURNING last_seq - ${count}::int AS before
    )
    INSERT INTO message_deliveries (user_id, seq, message_id)
    SELECT ${ben.id}::uuid, inbox.before + made.seq - ${seq}::int, made.id FROM made, inbox`;
  await api.database.conversation.update({
    where: { id: conversationId },
    data: { lastSeq: { increment: count } },
  });
  api.services.bus.publish({ kind: 'message', userIds: [ben.id] });
}

/** A client that accepts compressed responses, and then stops reading. */
async function openAndPause(): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(api.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/chat/stream HTTP/1.1\r\nHost: x\r\nAuthorization: ${ben.auth.Authorization}\r\nAccept-Encoding: gzip, br\r\n\r\n`,
  );
  await vi.waitFor(() => expect(text).toContain('event: connected'), { timeout: 20_000 });
  socket.pause();
  return { socket, text: () => text };
}

const numbersIn = (contents: Iterable<string>) =>
  [...contents].map((content) => Number.parseInt(content, 10));

describe('a client that does not read', () => {
  it('is sent no more than it reads, is disconnected, and loses no message', async () => {
    const { socket, text } = await openAndPause();
    const reading = await listen(api, ben);
    const before = process.memoryUsage().rss;
    await insertAndPublish(800);
    // Other clients are not delayed.
    await reading.until('message', 801);
    await vi.waitFor(() => expect(api.services.realtime.count()).toBe(1), { timeout: 30_000 });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);

    // Data in transit still arrives; the last event may be incomplete.
    const socketClosed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await socketClosed;
    const complete = text().slice(0, text().lastIndexOf('\n\n'));
    const ids = [...complete.matchAll(/^id: (\S+)\ndata: .*\}$/gm)].map((match) => match[1]);
    const receivedBefore = numbersIn(
      [...complete.matchAll(/"content":"(\d+) /g)].map(([, n = '']) => n),
    );
    const resumed = await listen(api, ben, { lastEventId: ids.at(-1) });
    await sendAll(api, [ada, ben], ['801']);
    await vi.waitFor(() => expect(resumed.contents().at(-1)).toBe('801'), { timeout: 20_000 });
    const receivedAfterResume = numbersIn(resumed.contents());
    expect(receivedAfterResume.length).toBeGreaterThan(1);
    expect([...receivedBefore, ...receivedAfterResume]).toEqual(
      Array.from({ length: 801 }, (_, index) => index + 1),
    );
  });
});
