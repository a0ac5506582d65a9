import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { streamEventSchemas } from '@skein/contracts/realtime';
import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';
import { expect, onTestFinished, vi } from 'vitest';

export interface ReceivedEvent {
  event: string;
  id: string | undefined;
  data: unknown;
}

interface ReaderOptions {
  port: number;
  headers: Record<string, string>;
  lastEventId?: string | undefined;
  /** The query string, for parameters that an EventSource cannot send as headers. */
  query?: string;
}

export type EventReader = Awaited<ReturnType<typeof openStream>>;

/** Opens an event stream and parses it by the standard; closes at the end of the test. */
export async function openStream({ port, headers, lastEventId, query = '' }: ReaderOptions) {
  const response = await get({
    port,
    path: `/api/chat/stream${query}`,
    headers: { ...headers, ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }) },
  });
  const status = response.statusCode ?? 0;
  const events: ReceivedEvent[] = [];
  let isClosed = false;
  let incomplete = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const blocks = (incomplete + chunk).split('\n\n');
    incomplete = blocks.pop() ?? '';
    events.push(...blocks.flatMap(parseBlock));
  });
  response.once('close', () => {
    isClosed = true;
  });
  response.on('error', () => undefined);
  onTestFinished(() => void response.destroy());

  const getData = <Name extends StreamEventName>(name: Name): StreamEvents[Name][] =>
    // The schema of the event name has this type.
    events
      .filter(({ event }) => event === name)
      .map(({ data }) => streamEventSchemas[name].parse(data) as StreamEvents[Name]);
  return {
    response,
    status,
    events,
    getData,
    get isClosed() {
      return isClosed;
    },
    contents: () => getData('message').map(({ content }) => content),
    lastId: () => events.findLast(({ id }) => id !== undefined)?.id,
    /** Waits for a number of events with this name. */
    async until<Name extends StreamEventName>(
      name: Name,
      count = 1,
    ): Promise<StreamEvents[Name][]> {
      await vi.waitFor(() => expect(getData(name).length).toBeGreaterThanOrEqual(count), {
        timeout: 20_000,
        interval: 5,
      });
      return getData(name);
    },
    async untilClosed(timeout = 20_000): Promise<void> {
      await vi.waitFor(() => expect(isClosed).toBe(true), { timeout, interval: 5 });
    },
    disconnect: () => void response.destroy(),
  };
}

function get(options: {
  port: number;
  path: string;
  headers: Record<string, string>;
}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', agent: false, ...options }, resolve)
      .once('error', reject)
      .end();
  });
}

/** Returns one event, or none for comments and `retry`. */
function parseBlock(block: string): ReceivedEvent[] {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [name = '', value = ''] = line.split(/: ?(.*)/s, 2);
    fields.set(name, fields.has(name) ? `${fields.get(name) ?? ''}\n${value}` : value);
  }
  const data = fields.get('data');
  if (data === undefined) return [];
  return [
    { event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) },
  ];
}
