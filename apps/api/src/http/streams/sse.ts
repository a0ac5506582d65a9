import { streamReconnectDelayMs } from '@skein/contracts/limits';
import type { Request, Response } from 'express';
import type { EventChannel } from '../../platform/events/event-stream.ts';
import { createHeartbeats } from './heartbeats.ts';

/** A client with more unsent data is disconnected; it resumes by `Last-Event-ID`. */
const bufferMaxBytes = 256 * 1024;
/** Time for the client to receive sent data after the stream has ended. */
const closeTimeoutMs = 1000;
const keepAliveProbeMs = 30_000;

/** A comment keeps proxies from closing the connection; scripts receive only the event. */
const heartbeat = Buffer.from(':\n\nevent: heartbeat\ndata: {}\n\n');
const reconnectDelay = Buffer.from(`retry: ${streamReconnectDelayMs}\n\n`);

/** Opens channels that begin with `opening` and share one timer for `beat`. */
export function createEventChannels(
  beat = heartbeat,
  opening = reconnectDelay,
): {
  open(response: Response): EventChannel;
} {
  const heartbeats = createHeartbeats<EventChannel>((channel) => channel.send(beat));
  const add = (channel: EventChannel) => {
    channel.send(opening);
    heartbeats.add(channel);
    channel.onceClosed(() => heartbeats.remove(channel));
  };
  return { open: (response) => new ResponseChannel(response, add) };
}

/** A class, because the functions of an object would take a kilobyte of each open stream. */
class ResponseChannel implements EventChannel {
  readonly #response: Response;
  readonly #onStart: (channel: EventChannel) => void;
  #closeListeners: readonly (() => void)[] = [];
  #isOpen = false;

  constructor(response: Response, onStart: (channel: EventChannel) => void) {
    this.#response = response;
    this.#onStart = onStart;
    response.on('close', () => {
      this.#isOpen = false;
      for (const listener of this.#closeListeners) listener();
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get needsDrain(): boolean {
    return this.#response.writableNeedDrain;
  }

  start(): void {
    if (this.#response.destroyed) return;
    this.#isOpen = true;
    writeHead(this.#response);
    releaseRequest(this.#response.req);
    this.#onStart(this);
  }

  send(event: Buffer): void {
    if (!this.#isOpen) return;
    this.#response.write(event);
    if (this.#response.writableLength > bufferMaxBytes) this.abort();
  }

  end(): void {
    this.#isOpen = false;
    this.#response.end();
    const timer = setTimeout(() => this.#response.destroy(), closeTimeoutMs).unref();
    this.onceClosed(() => clearTimeout(timer));
  }

  abort(): void {
    this.#isOpen = false;
    this.#response.destroy();
  }

  onceDrained(listener: () => void): void {
    this.#response.once('drain', listener);
  }

  onceClosed(listener: () => void): void {
    // Unlike `push`, `concat` reserves no spare capacity.
    this.#closeListeners = this.#closeListeners.concat(listener);
  }
}

const noHeaders = {};

/** Node.js keeps a request as long as its response. Headers and handlers are not needed any more. */
function releaseRequest(request: Request): void {
  request.headers = noHeaders;
  request.headersDistinct = noHeaders;
  request.rawHeaders = [];
  request.next = undefined;
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
