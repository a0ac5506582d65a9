import type { StreamDefinition } from '@skein/contracts/http';
import { streamHeartbeatMs, streamReconnectDelayMs } from '@skein/contracts/limits';
import type { Response } from 'express';
import type { z } from 'zod';

/** A reader for whom more than this waits is cut off; it goes on where it was when it comes back. */
const waitingMaxBytes = 256 * 1024;
/** What has been sent may still arrive for so long after an end. */
const farewellMs = 1000;
const keepAliveProbeMs = 30_000;

/** A comment for proxies on the way, and an event: of a comment a browser tells its page nothing. */
const heartbeat = Buffer.from(':\n\nevent: heartbeat\ndata: {}\n\n');
const greeting = Buffer.from(`retry: ${streamReconnectDelayMs}\n\n`);

type EventsOf<Stream extends StreamDefinition> = Stream['events'];

/** Writes an event of a stream out once, for all who get it. */
export type EventFormat<Stream extends StreamDefinition> = <
  const Name extends keyof EventsOf<Stream> & string,
>(
  name: Name,
  data: z.output<EventsOf<Stream>[Name]>,
  id?: string,
) => Buffer;

/** @param options.verify refuse what the contract does not describe: in development and tests */
export function createEventFormat<const Stream extends StreamDefinition>(
  { events }: Stream,
  options: { verify: boolean },
): EventFormat<Stream> {
  return (name, data, id) => {
    if (options.verify) events[name]?.parse(data);
    return toWire(name, JSON.stringify(data), id);
  };
}

/** Whatever the text holds, it stays one event: each of its lines is marked as data. */
export function toWire(name: string, text: string, id?: string): Buffer {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  const mark = id === undefined ? '' : `id: ${id}\n`;
  return Buffer.from(`event: ${name}\n${mark}${lines.join('')}\n`);
}

/** The server's end of one stream. */
export interface EventChannel {
  /** True from the start until either side ends it. */
  readonly isOpen: boolean;
  /** Whether the reader has yet to take much of what was sent. */
  readonly needsDrain: boolean;
  /** Sends the head of the answer: from now on it is no refusal any more. */
  start(): void;
  /** Does nothing once it is not open. Cuts a reader off for whom too much waits. */
  send(event: Buffer): void;
  /** After what was sent. */
  end(): void;
  /** At once; what waits is lost. */
  cut(): void;
  /** Calls once, as soon as it needs no drain any more. */
  onceDrained(listener: () => void): void;
  /** Calls once, when it is over for whatever reason; also when it never started. */
  onceClosed(listener: () => void): void;
}

/** Opens channels, and lets a single timer keep all of them alive. */
export function createEventChannels(): { open(response: Response): EventChannel } {
  const open = new Set<EventChannel>();
  let timer: NodeJS.Timeout | undefined;

  const forget = (channel: EventChannel) => {
    open.delete(channel);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const keep = (channel: EventChannel) => {
    open.add(channel);
    timer ??= setInterval(() => {
      for (const each of open) each.send(heartbeat);
    }, streamHeartbeatMs).unref();
    channel.onceClosed(() => forget(channel));
  };
  return { open: (response) => createChannel(response, keep) };
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
      response.write(greeting);
      onStart(channel);
    },
    send(event) {
      if (!isOpen) return;
      response.write(event);
      if (response.writableLength > waitingMaxBytes) channel.cut();
    },
    end() {
      isOpen = false;
      response.end();
      const timer = setTimeout(() => response.destroy(), farewellMs).unref();
      response.once('close', () => clearTimeout(timer));
    },
    cut() {
      isOpen = false;
      response.destroy();
    },
    onceDrained: (listener) => void response.once('drain', listener),
    onceClosed: (listener) => void response.once('close', listener),
  };
  return channel;
}

/** Also all that a HEAD request gets. */
export function writeHead(response: Response): void {
  response.status(200).set({
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'private, no-store, no-transform',
    // Proxies of nginx's kind would hold events back to send more at a time.
    'X-Accel-Buffering': 'no',
  });
  // A reader who vanished without a word is noticed.
  response.socket?.setKeepAlive(true, keepAliveProbeMs);
  response.flushHeaders();
}
