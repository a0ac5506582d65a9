import { streamEventNames } from '@skein/contracts/constants';
import type { StreamEventName, StreamEvents } from '@skein/contracts/realtime';

/** Something the stream tells, as it passes between tabs. */
export type StreamNews = {
  [Name in StreamEventName]: {
    kind: 'event';
    name: Name;
    event: StreamEvents[Name];
    /** After which a cut stream goes on; only messages have one. */
    id: string | null;
  };
}[StreamEventName];

interface StreamListener {
  onNews: (news: StreamNews) => void;
  /** It was refused, cut or has never come about: nothing will come any more. */
  onBroken: () => void;
}

/** Opens the stream after an event, or where it is now; answers with how to close it. */
export type OpenStream = (lastEventId: string | null, listener: StreamListener) => () => void;

const address = '/api/chat/stream';

/** The stream of the browser's own kind. It is never left to connect again by itself. */
export const openEventSource: OpenStream = (lastEventId, { onNews, onBroken }) => {
  // A new EventSource cannot send the header that one connecting again would.
  const query = lastEventId === null ? '' : `?${new URLSearchParams({ lastEventId })}`;
  const source = new EventSource(`${address}${query}`, { withCredentials: true });
  for (const name of streamEventNames) {
    source.addEventListener(name, (message: MessageEvent<string>) => {
      const news = parseNews(name, message);
      if (news) onNews(news);
    });
  }
  source.addEventListener('error', () => {
    source.close();
    onBroken();
  });
  return () => source.close();
};

function parseNews(name: string, { data, lastEventId }: MessageEvent<string>): StreamNews | null {
  // The browser goes on telling the last id with events that have none.
  const id = name === 'message' && lastEventId !== '' ? lastEventId : null;
  try {
    const event: unknown = JSON.parse(data);
    const news: unknown = { kind: 'event', name, event, id };
    // The server checks what it sends against the contract of this name.
    return news as StreamNews;
  } catch {
    return null;
  }
}
