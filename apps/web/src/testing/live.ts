import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';
import type { OpenStream } from '../realtime/open-stream.ts';
import { vi } from 'vitest';

interface OpenedStream {
  lastEventId: string | null;
  isClosed: boolean;
  send: <Name extends StreamEventName>(
    name: Name,
    event: StreamEvents[Name],
    id?: string | null,
  ) => void;
  break: () => void;
}

/** Event streams controlled by the test, in the order they were opened. */
export function fakeStreams() {
  const opened: OpenedStream[] = [];
  const openStream: OpenStream = (lastEventId, { onEvent, onClosed }) => {
    const stream: OpenedStream = {
      lastEventId,
      isClosed: false,
      send: (name, event, id = null) => {
        const news: unknown = { kind: 'event', name, event, id };
        // The compiler cannot relate the event type to its name.
        onEvent(news as Parameters<typeof onEvent>[0]);
      },
      break: onClosed,
    };
    opened.push(stream);
    return () => {
      stream.isClosed = true;
    };
  };
  const last = () => {
    const stream = opened.at(-1);
    if (!stream) throw new Error('No stream was opened');
    return stream;
  };
  return { opened, openStream, last };
}

/** Replaces the browser's EventSource. `send` dispatches to all open streams. */
export function stubEventSource() {
  const sources = new Set<EventSource & { url: string }>();
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      readonly url: string;
      constructor(url: string) {
        super();
        this.url = url;
        // The stub has the part of the interface the app uses.
        sources.add(this as unknown as EventSource);
      }
      close() {
        sources.delete(this as unknown as EventSource);
      }
    },
  );
  return {
    urls: () => [...sources].map(({ url }) => url),
    send: <Name extends StreamEventName>(name: Name, event: StreamEvents[Name], id = '') => {
      const message = { data: JSON.stringify(event), lastEventId: id };
      for (const source of sources) source.dispatchEvent(new MessageEvent(name, message));
    },
    break: () => {
      for (const source of sources) source.dispatchEvent(new Event('error'));
    },
  };
}
