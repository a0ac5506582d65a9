import type { StreamDefinition } from '@skein/contracts/http';
import type { z } from 'zod';

/** Serializes an event once for all its recipients. */
export type EventFormat<Stream extends StreamDefinition> = <
  const Name extends keyof Stream['events'] & string,
>(
  name: Name,
  data: z.output<Stream['events'][Name]>,
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
