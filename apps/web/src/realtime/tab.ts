import { streamResumeMax } from '@skein/contracts/limits';
import type { Connection, Sign } from './connection.ts';
import type { Hub, LiveState } from './hub.ts';
import type { StreamNews } from './open-stream.ts';
import { watchPresence } from './watch-presence.ts';

type News = StreamNews | { kind: 'state'; state: LiveState; isWhole: boolean };
/** Between tabs; one that is new greets, to learn how things stand. */
type TabMessage = News | { kind: 'hello' } | { kind: 'sign'; sign: Sign };

/** What a tab that has the connection has to provide. */
export type Connect = (tab: {
  lastEventId: () => string | null;
  onNews: (news: StreamNews) => void;
  onState: (state: LiveState) => void;
}) => Connection;

/** What tabs share, as far as the browser has it. */
export interface TabTools {
  locks: Pick<LockManager, 'request'> | null;
  openChannel: ((name: string) => BroadcastChannel) | null;
}

/**
 * One tab of several that share a connection. The one that holds the lock has it and tells the
 * others; when it is closed, the browser gives the lock to the next, which goes on after the last
 * message it has seen. Where a browser lacks either tool, each tab has a connection of its own.
 * Answers with how to leave.
 */
export function joinTabs(name: string, hub: Hub, connect: Connect, tools: TabTools): () => void {
  const { locks, openChannel } = tools;
  const channel = locks && openChannel ? openChannel(name) : null;
  const leaving = new AbortController();
  const isRepeated = rememberMessages();
  let connection: Connection | null = null;
  let lastEventId: string | null = null;
  let state: LiveState = 'closed';

  const takeState = (next: LiveState, isWhole: boolean) => {
    if (next === state) return;
    state = next;
    hub.setState(next);
    // Between what this tab has read and the beginning of the stream something may be missing.
    if (next === 'open' && !isWhole) hub.deliver('reset', {});
  };
  const take = (news: News) => {
    if (news.kind === 'state') {
      takeState(news.state, news.isWhole);
      return;
    }
    lastEventId = news.id ?? lastEventId;
    if (news.name === 'message' && isRepeated(news.event.id)) return;
    hub.deliver(news.name, news.event);
  };
  const tell = (news: News) => {
    channel?.postMessage(news);
    take(news);
  };

  const lead = () => {
    connection = connect({
      lastEventId: () => lastEventId,
      onNews: tell,
      onState: (next) => tell({ kind: 'state', state: next, isWhole: lastEventId !== null }),
    });
  };
  if (channel && locks) {
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'sign') connection?.wake(data.sign);
      else if (data.kind !== 'hello') take(data);
      else if (connection) channel.postMessage({ kind: 'state', state, isWhole: false });
    });
    channel.postMessage({ kind: 'hello' });
    leadInTurn(name, locks, { lead, left: leaving.signal });
  } else {
    lead();
  }

  const stopWatching = watchPresence((sign) => {
    if (connection) connection.wake(sign);
    // What one does in a tab is told only where it may matter.
    else if (sign === 'return' || state === 'closed') channel?.postMessage({ kind: 'sign', sign });
  });

  return () => {
    stopWatching();
    // The others learn from the next one what becomes of the stream.
    channel?.close();
    connection?.end();
    leaving.abort();
  };
}

/** Leads once the lock is had, until it has left. */
function leadInTurn(
  name: string,
  locks: Pick<LockManager, 'request'>,
  { lead, left }: { lead: () => void; left: AbortSignal },
): void {
  const leadUntilLeft = () => {
    if (left.aborted) return undefined;
    lead();
    return new Promise<void>((resolve) => left.addEventListener('abort', () => resolve()));
  };
  locks.request(name, { signal: left }, leadUntilLeft).catch(() => {
    // Left before its turn, or locks are forbidden here.
    if (!left.aborted) lead();
  });
}

/**
 * While the connection passes from one tab to another, a message may come from both. Ids tell
 * nothing about the order, so that the last ones are remembered.
 */
function rememberMessages(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return true;
    seen.add(id);
    const [oldest] = seen;
    if (oldest !== undefined && seen.size > streamResumeMax) seen.delete(oldest);
    return false;
  };
}
