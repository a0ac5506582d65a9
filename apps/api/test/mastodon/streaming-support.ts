import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { TestApi } from '../support/api.ts';

const messageSchema = z.object({
  stream: z.array(z.string()),
  event: z.string(),
  payload: z.string(),
});
type Message = Omit<z.infer<typeof messageSchema>, 'payload'> & { payload: unknown };

const waiting = { timeout: 20_000, interval: 5 };

/** Opens a WebSocket of the Mastodon API; closes at the end of the test. */
export async function openSocket(
  { port }: Pick<TestApi, 'port'>,
  { token, query = '' }: { token: string; query?: string },
) {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/api/v1/streaming?access_token=${token}&${query}`,
  );
  const messages: Message[] = [];
  const errors: unknown[] = [];
  let isClosed = false;
  socket.on('message', (data: Buffer) => {
    const value: unknown = JSON.parse(data.toString());
    const { data: message } = messageSchema.safeParse(value);
    if (message === undefined) errors.push(value);
    else messages.push({ ...message, payload: readPayload(message) });
  });
  socket.once('close', () => {
    isClosed = true;
  });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  const of = (event: string) => messages.filter((message) => message.event === event);
  return {
    messages,
    errors,
    of,
    get isClosed() {
      return isClosed;
    },
    send: (message: object) => socket.send(JSON.stringify(message)),
    sendText: (text: string) => socket.send(text),
    async until(event: string, count = 1): Promise<Message[]> {
      await vi.waitFor(() => expect(of(event).length).toBeGreaterThanOrEqual(count), waiting);
      return of(event);
    },
  };
}

function readPayload({ event, payload }: { event: string; payload: string }): unknown {
  return event === 'delete' ? payload : JSON.parse(payload);
}

interface ReceivedEvent {
  event: string;
  text: string;
  /** Undefined if the text is not JSON. */
  data: unknown;
}

/** Opens an event stream of the Mastodon API; closes at the end of the test. */
export async function openEvents({ port }: Pick<TestApi, 'port'>, stream: string, token: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = `/api/v1/streaming/${stream}`;
    const headers = { Authorization: `Bearer ${token}` };
    request({ host: '127.0.0.1', port, path, headers, agent: false }, resolve)
      .once('error', reject)
      .end();
  });
  onTestFinished(() => void response.destroy());
  expect(response.statusCode).toBe(200);
  const events: ReceivedEvent[] = [];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event = '', data = ''] =
        /^(?::[^\n]*\n)*event: (.+)\ndata: (.*)$/s.exec(block) ?? [];
      // Libraries fail on blocks without an event.
      if (event === '')
        throw new Error(`The stream contains neither an event nor a comment: ${block}`);
      const isJson = data.startsWith('{');
      events.push({ event, text: data, data: isJson ? JSON.parse(data) : undefined });
    }
  });
  response.on('error', () => undefined);
  return {
    events,
    async until(count: number): Promise<void> {
      await vi.waitFor(() => expect(events.length).toBeGreaterThanOrEqual(count), waiting);
    },
  };
}
