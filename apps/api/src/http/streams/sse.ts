import type { StreamDefinition } from '@skein/contracts/http';
import { streamHeartbeatMs, streamReconnectDelayMs } from '@skein/contracts/limits';
import type { Response } from 'express';
import type { z } from 'zod';

/** A client with more unsent data is disconnected; it resumes by `Last-Event-ID`. */
const bufferMaxBytes = 256 * 1024;
/** Time for the client to receive sent data after the stream has ended. */
const closeTimeoutMs = 1000;
const keepAliveProbeMs = 30_000;

/** A comment keeps proxies from closing the connection; scripts receive only the event. */
const heartbeat = Buffer.from(':\n\nevent: heartbeat\ndata: {}\n\n');
const reconnectDelay = Buffer.from(`retry: ${streamReconnectDelayMs}\n\n`);

type EventsOf<Stream extends StreamDefinition> = Stream['events'];

/** Serializes an event once for all its recipients. */
export type EventFormat<Stream extends StreamDefinition> = <
  const Name extends keyof EventsOf<Stream> & string,
>(
  name: Name,
  data: z.output<EventsOf<Stream>[Name]>,
  id?: string,
) => Buffer;

/** @param options.verify throw for data that violates the contract; for development and tests */
export function createEventFormat<const Stream extends StreamDefinition>(
  { events }: Stream,
  options: { verify: boolean },
): EventFormat<Stream> {
  return (name, data, id) => {
    if (options.verify) events[name]?.parse(data);
    return serializeEvent(name, JSON.stringify(data), id);
  };
}

/** Prefixes each line with `data:`, so that line breaks cannot end the event or start another. */
export function serializeEvent(name: string, text: string, id?: string): Buffer {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return Buffer.from(`event: ${name}\n${idLine}${lines.join('')}\n`);
}

/** The server side of one event stream. */
export interface EventChannel {
  /** True from the start until either side ends it. */
  readonly isOpen: boolean;
  /** Whether the socket's write buffer is full. */
  readonly needsDrain: boolean;
  /** Sends the response headers. After this call errors cannot be sent as a response. */
  start(): void;
  /** Does nothing unless the channel is open. Disconnects a client that reads too slowly. */
  send(event: Buffer): void;
  /** Closes after the data that was sent. */
  end(): void;
  /** Closes immediately and drops unsent data. */
  abort(): void;
  /** Calls the listener once, when the write buffer has been flushed. */
  onceDrained(listener: () => void): void;
  /** Calls the listener once, when the stream has closed for any reason, even before `start`. */
  onceClosed(listener: () => void): void;
}

/** Opens channels that share one timer for `beat`. */
export function createEventChannels(beat = heartbeat): {
  open(response: Response): EventChannel;
} {
  const open = new Set<EventChannel>();
  let timer: NodeJS.Timeout | undefined;

  const remove = (channel: EventChannel) => {
    open.delete(channel);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const add = (channel: EventChannel) => {
    open.add(channel);
    timer ??= setInterval(() => {
      for (const openChannel of open) openChannel.send(beat);
    }, streamHeartbeatMs).unref();
    channel.onceClosed(() => remove(channel));
  };
  return { open: (response) => createChannel(response, add) };
}

function createChannel(response: Response, onStart: (channel: EventChannel) => void): EventChannel {
  let isOpen = false;
  response.once('close', () => {
    isOpen = false;
  });
  const channel: EventChannel = {
    get isOpen() {
      return isOpen;
    },
    get needsDrain() {
      return response.writableNeedDrain;
    },
    start() {
      if (response.destroyed) return;
      isOpen = true;
      writeHead(response);
      response.write(reconnectDelay);
      onStart(channel);
    },
    send(event) {
      if (!isOpen) return;
      response.write(event);
      if (response.writableLength > bufferMaxBytes) channel.abort();
    },
    end() {
      isOpen = false;
      response.end();
      const timer = setTimeout(() => response.destroy(), closeTimeoutMs).unref();
      response.once('close', () => clearTimeout(timer));
    },
    abort() {
      isOpen = false;
      response.destroy();
    },
    onceDrained: (listener) => void response.once('drain', listener),
    onceClosed: (listener) => void response.once('close', listener),
  };
  return channel;
}

/** Sends the response headers; for a HEAD request this is the whole response. */
export function writeHead(response: Response): void {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'private, no-store, no-transform',
    // Disables buffering in nginx and compatible proxies.
    'X-Accel-Buffering': 'no',
  });
  // Detects clients that disappeared without closing the connection.
  response.socket?.setKeepAlive(true, keepAliveProbeMs);
  response.flushHeaders();
}
