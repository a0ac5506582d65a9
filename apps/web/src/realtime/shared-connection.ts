import { streamResumeMax } from '@skein/contracts/limits';
import type { Connection, UserActivity } from './connection.ts';
import type { StreamEmitter, LiveState } from './stream-emitter.ts';
import type { StreamEnvelope } from './open-stream.ts';
import { onUserActivity } from './user-activity.ts';

type ChannelEvent = StreamEnvelope | { kind: 'state'; state: LiveState; isComplete: boolean };
/** Sent between tabs. A new tab sends `hello` to learn the state of the connection. */
type TabMessage = ChannelEvent | { kind: 'hello' } | { kind: 'activity'; activity: UserActivity };

/** Opens the connection in the leading tab. */
export type Connect = (tab: {
  lastEventId: () => string | null;
  onEvent: (envelope: StreamEnvelope) => void;
  onState: (state: LiveState) => void;
}) => Connection;

/** Null where the browser lacks the API. */
export interface BrowserApis {
  locks: Pick<LockManager, 'request'> | null;
  openChannel: ((name: string) => BroadcastChannel) | null;
}

/**
 * Shares one connection between tabs. The tab that holds the lock has the connection and forwards
 * its events to the others. When that tab is closed, the browser gives the lock to another tab,
 * which resumes after the last message it has seen. Without Web Locks or BroadcastChannel each tab
 * has its own connection. Returns a function to disconnect.
 */
export function shareConnection(
  name: string,
  emitter: StreamEmitter,
  connect: Connect,
  apis: BrowserApis,
): () => void {
  const { locks, openChannel } = apis;
  const channel = locks && openChannel ? openChannel(name) : null;
  const leaving = new AbortController();
  const isDuplicate = createDuplicateFilter();
  let connection: Connection | null = null;
  let lastEventId: string | null = null;
  let state: LiveState = 'closed';

  const receiveState = (next: LiveState, isComplete: boolean) => {
    if (next === state) return;
    state = next;
    emitter.setState(next);
    // Events between this tab's last query and the start of the stream may be missing.
    if (next === 'open' && !isComplete) emitter.emit('reset', {});
  };
  const receive = (envelope: ChannelEvent) => {
    if (envelope.kind === 'state') {
      receiveState(envelope.state, envelope.isComplete);
      return;
    }
    lastEventId = envelope.id ?? lastEventId;
    if (envelope.name === 'message' && isDuplicate(envelope.event.id)) return;
    emitter.emit(envelope.name, envelope.event);
  };
  const publish = (envelope: ChannelEvent) => {
    channel?.postMessage(envelope);
    receive(envelope);
  };

  const becomeLeader = () => {
    connection = connect({
      lastEventId: () => lastEventId,
      onEvent: publish,
      onState: (next) => publish({ kind: 'state', state: next, isComplete: lastEventId !== null }),
    });
  };
  if (channel && locks) {
    channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'activity') connection?.wake(data.activity);
      else if (data.kind !== 'hello') receive(data);
      else if (connection) channel.postMessage({ kind: 'state', state, isComplete: false });
    });
    channel.postMessage({ kind: 'hello' });
    leadWhenLocked(name, locks, { becomeLeader, left: leaving.signal });
  } else becomeLeader();

  const stopWatching = onUserActivity((activity) => {
    if (connection) connection.wake(activity);
    // Other activity does not affect an open connection.
    else if (activity === 'return' || state === 'closed')
      channel?.postMessage({ kind: 'activity', activity });
  });

  return () => {
    stopWatching();
    // The next leader publishes the new state of the stream to the other tabs.
    channel?.close();
    connection?.end();
    leaving.abort();
  };
}

/** Becomes the leader once it has the lock, until `left` is aborted. */
function leadWhenLocked(
  name: string,
  locks: Pick<LockManager, 'request'>,
  { becomeLeader, left }: { becomeLeader: () => void; left: AbortSignal },
): void {
  const leadUntilLeaving = () => {
    if (left.aborted) return undefined;
    becomeLeader();
    return new Promise<void>((resolve) => left.addEventListener('abort', () => resolve()));
  };
  locks.request(name, { signal: left }, leadUntilLeaving).catch(() => {
    // Aborted before it had the lock, or locks are forbidden here.
    if (!left.aborted) becomeLeader();
  });
}

/**
 * While the connection moves from one tab to another, a message can arrive from both. Message ids
 * have no order, so the latest ones are remembered.
 */
function createDuplicateFilter(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return true;
    seen.add(id);
    const [oldest] = seen;
    if (oldest !== undefined && seen.size > streamResumeMax) seen.delete(oldest);
    return false;
  };
}
