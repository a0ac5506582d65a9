import pLimit from 'p-limit';
import type { Bus, Signal } from '../../platform/events/bus.ts';
import { RateLimitedError, UnavailableError } from '../../platform/errors.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Clock } from '../../platform/clock.ts';
import { createAppConversationEvents } from './app-conversation-events.ts';
import type { AppConversationEventsDependencies } from './app-conversation-events.ts';
import { createAppStreamEvents } from './app-stream-events.ts';
import type { AppStreamEventsDependencies } from './app-stream-events.ts';
import type { AppStream, OpenStream, StreamSerializer, Subscription } from './app-stream.ts';

/** Open streams of apps per user and server; the oldest further ones are closed. */
const appStreamsPerUserMax = 10;
/** With more waiting changes of a user, only the streams of that user are closed. */
const userWaitingMax = 500;
/** With more waiting changes of all users, all streams are closed, so that apps load what they missed. */
const waitingMax = 4000;

export interface AppStreamsDependencies
  extends AppStreamEventsDependencies, AppConversationEventsDependencies {
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  acquireSlot: (address: string | undefined) => () => void;
  onError: (error: unknown) => void;
}

type NewStream = Pick<AppStream, 'viewer' | 'channel' | 'address'>;

/** The event streams of third-party apps. Unlike those of the web app they carry content. */
export function createAppStreams(dependencies: AppStreamsDependencies) {
  const { bus, clock, acquireSlot } = dependencies;
  const streams = new Set<OpenStream>();
  let isStopped = false;

  function endAll(): void {
    for (const { channel } of streams) channel.end();
  }

  const unsubscribe = bus.subscribe({
    onSignal: createSignalHandler(dependencies, streams, endAll),
    // Changes may have been missed: apps reconnect and load their timelines.
    onGapEnded: endAll,
  });

  return {
    listStreams: (): readonly AppStream[] => [...streams],

    /**
     * Registers a stream before its channel is started.
     * @throws RateLimitedError, UnavailableError
     */
    open: ({ viewer, channel, address }: NewStream, serializer: StreamSerializer): AppStream => {
      if (isStopped) throw new UnavailableError('error.serverStopping');
      channel.onceClosed(acquireSlot(address));
      const openedAt = lowestIdAt(clock.now().getTime());
      const { sessionId } = viewer;
      const subscriptions = new Map<string, Subscription>();
      const sent = {
        notifiedUpTo: openedAt,
        messagesFrom: openedAt,
        sentMessages: new Map<string, string>(),
      };
      const stream = { viewer, sessionId, address, channel, subscriptions, serializer, ...sent };
      streams.add(stream);
      channel.onceClosed(() => streams.delete(stream));
      endExcess([...streams].filter(({ viewer: { userId } }) => userId === viewer.userId));
      return stream;
    },

    stop(): void {
      isStopped = true;
      unsubscribe();
    },
  };
}

/** Sends the events of signals to the streams. */
function createSignalHandler(
  dependencies: AppStreamsDependencies,
  streams: ReadonlySet<OpenStream>,
  endAll: () => void,
): (signal: Signal) => void {
  const { onError } = dependencies;
  const { sendChange, sendNotifications } = createAppStreamEvents(dependencies, streams);
  const { sendConversations, sendMessageChange } = createAppConversationEvents(
    dependencies,
    streams,
  );
  // One change at a time, so that a user's changes arrive in their order. Users take turns.
  const changes = createFairQueue({ slots: 1, ownerWaitingMax: userWaitingMax, waitingMax });
  const wakeNotifications = createUserReads(sendNotifications, onError);
  const wakeConversations = createUserReads(sendConversations, onError);

  function sendInOrder(userIds: readonly string[], send: () => Promise<void>): void {
    const owner = userIds.toSorted().join(' ');
    const sending = changes.run({ owner }, () => send().catch(onError));
    sending.catch((error: unknown) => {
      if (error instanceof RateLimitedError) endUserStreams(userIds);
      else endAll();
    });
  }

  function endUserStreams(userIds: readonly string[]): void {
    for (const { viewer, channel } of streams) {
      if (userIds.includes(viewer.userId)) channel.end();
    }
  }

  function listConnected(userIds: readonly string[]): string[] {
    const connected = new Set([...streams].map(({ viewer }) => viewer.userId));
    return userIds.filter((id) => connected.has(id));
  }

  return (signal) => {
    if (streams.size === 0) return;
    switch (signal.kind) {
      case 'thread':
        sendInOrder([signal.actorId], () => sendChange(signal));
        break;
      case 'message-changed':
      case 'message-deleted':
        sendInOrder(signal.userIds, () => sendMessageChange(signal));
        break;
      case 'notification':
        listConnected(signal.userIds).forEach(wakeNotifications);
        break;
      case 'message':
        listConnected(signal.userIds).forEach(wakeConversations);
        break;
      default:
    }
  };
}

/** Reads for one user after the other. Signals during a wait are merged. */
function createUserReads(
  read: (userId: string) => Promise<void>,
  onError: (error: unknown) => void,
): (userId: string) => void {
  const inOrder = pLimit(1);
  const waiting = new Set<string>();
  return (userId) => {
    if (waiting.has(userId)) return;
    waiting.add(userId);
    void inOrder(async () => {
      waiting.delete(userId);
      await read(userId);
    }).catch(onError);
  };
}

function endExcess(own: readonly AppStream[]): void {
  for (const { channel } of own.slice(0, -appStreamsPerUserMax)) channel.end();
}
