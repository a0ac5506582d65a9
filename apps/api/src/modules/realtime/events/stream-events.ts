import type { streamEvents, StreamEvents } from '@skein/contracts/realtime';
import pLimit from 'p-limit';
import type { Signal } from '../../../platform/events/bus.ts';
import type { EventFormat } from '../../../platform/events/event-stream.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ConnectionRegistry, ConnectedUser } from '../connections/connection-registry.ts';
import { createInboxChecks } from './check-inboxes.ts';
import { createMessageEvents } from './message-events.ts';
import type { Inbox } from './message-events.ts';
import { createChangedMessageEvents } from './changed-message-events.ts';
import { createChangedThreadEvents } from './changed-thread-events.ts';
import type { ThreadReaders } from './changed-thread-events.ts';
import { handleSignal } from './handle-signal.ts';
import type { SignalHandlers } from './handle-signal.ts';
import { createFeedEvents } from './feed-events.ts';
import type { FeedCounts } from './feed-events.ts';
import { createNotificationEvents } from './notification-events.ts';
import type { SharedStreamLimit } from '../connections/shared-stream-limit.ts';

/**
 * Concurrency limits that leave most database connections to requests. Messages have their own
 * limit, so they never wait for other reads.
 */
const concurrentInboxReadsMax = 4;
const concurrentSummariesMax = 2;

export interface StreamEventsDependencies {
  registry: ConnectionRegistry;
  inbox: Inbox;
  notifications: { summary: (userId: string) => Promise<StreamEvents['notification']> };
  feed: FeedCounts & ThreadReaders;
  clock: Clock;
  format: EventFormat<typeof streamEvents>;
  streamLimit: Pick<SharedStreamLimit, 'handleStreams' | 'handleAlive' | 'reset'>;
  onError: (error: unknown) => void;
}

export type StreamEventHandlers = ReturnType<typeof createStreamEvents>;

/** Publishes all kinds of events to the connected users. */
export function createStreamEvents(dependencies: StreamEventsDependencies) {
  const { registry, inbox, format, streamLimit, onError } = dependencies;
  const { listAll } = registry;
  const send: SignalHandlers['send'] = (userId, name, data) =>
    registry.send(userId, () => format(name, data));

  const messages = createMessageEvents({
    inbox,
    write: (message) => format('message', message, message.id),
    limit: pLimit(concurrentInboxReadsMax),
    onError,
  });
  const changedMessages = createChangedMessageEvents({ inbox, registry, send, onError });
  const changedThreads = createChangedThreadEvents(dependencies);
  const notifications = createNotificationEvents({
    summary: dependencies.notifications.summary,
    isConnected: (userId) => registry.find(userId) !== undefined,
    publish: (userId, summary) => send(userId, 'notification', summary),
    limit: pLimit(concurrentSummariesMax),
    onError,
  });
  const feed = createFeedEvents({
    ...dependencies,
    listAll,
    publish: (userId, newCount) => send(userId, 'feed', { newCount }),
  });
  const handlers: SignalHandlers = {
    wakeInbox(userId) {
      const user = registry.find(userId);
      if (user !== undefined) messages.wake(user);
    },
    ...changedMessages,
    sendChangedThread: changedThreads.sendChangedThread,
    wakeNotifications: notifications.wake,
    wakeFeed: feed.wake,
    send,
    onRemoteStreams: (signal) => streamLimit.handleStreams(registry.find(signal.userId), signal),
    onServerAlive: streamLimit.handleAlive,
  };

  const inboxChecks = createInboxChecks({ inbox, listAll, wake: messages.wake, onError });

  return {
    handleSignal: (signal: Signal) => handleSignal(signal, handlers),
    /** @param hasMissed there are messages after the last event that the client has received */
    onOpened: (user: ConnectedUser, hasMissed: boolean): void =>
      hasMissed ? messages.wake(user) : inboxChecks.addOpened(user),
    tick: (): void => {
      messages.tick();
      inboxChecks.checkOpened();
    },
    checkInboxes: inboxChecks.checkAll,
    /** Checks everything for all connected users after signals may have been lost. */
    resync: (): void => {
      streamLimit.reset();
      void inboxChecks.checkAll();
      for (const { userId } of listAll()) notifications.wake(userId);
      feed.wake();
    },
    stop(): void {
      feed.stop();
      changedThreads.stop();
    },
  };
}
