import { streamEventNames } from '@skein/contracts/constants';
import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';

/** An event of the stream, in the form that is sent between tabs. */
export type StreamEnvelope = {
  [Name in StreamEventName]: {
    kind: 'event';
    name: Name;
    event: StreamEvents[Name];
    /** The position from which a broken stream resumes; only messages have one. */
    id: string | null;
  };
}[StreamEventName];

interface StreamListener {
  onEvent: (envelope: StreamEnvelope) => void;
  /** The stream was rejected or is broken: no more events will arrive. */
  onClosed: () => void;
}

/** Opens the stream after an event, or at its current position. Returns a function to close it. */
export type OpenStream = (lastEventId: string | null, listener: StreamListener) => () => void;

const address = '/api/chat/stream';

/** The stream of the browser's own kind. It is never left to connect again by itself. */
export const openEventSource: OpenStream = (lastEventId, { onEvent, onClosed }) => {
  // A new EventSource cannot send the header that one connecting again would.
  const query = lastEventId === null ? '' : `?${new URLSearchParams({ lastEventId })}`;
  const source = new EventSource(`${address}${query}`, { withCredentials: true });
  for (const name of streamEventNames) {
    source.addEventListener(name, (message: MessageEvent<string>) => {
      const envelope = parseEvent(name, message);
      if (envelope) onEvent(envelope);
    });
  }
  source.addEventListener('error', () => {
    source.close();
    onClosed();
  });
  return () => source.close();
};

function parseEvent(
  name: string,
  { data, lastEventId }: MessageEvent<string>,
): StreamEnvelope | null {
  // The browser repeats the last id for events without an id.
  const id = name === 'message' && lastEventId !== '' ? lastEventId : null;
  try {
    const event: unknown = JSON.parse(data);
    const envelope: unknown = { kind: 'event', name, event, id };
    // The server checks what it sends against the contract of this name.
    return envelope as StreamEnvelope;
  } catch {
    return null;
  }
}
