import pLimit from 'p-limit';
import type { Bus, Signal } from '../../../platform/events/bus.ts';
import { RateLimitedError, UnavailableError } from '../../../platform/errors.ts';
import { createFairQueue } from '../../../platform/fair-queue.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createClientConversationEvents } from './client-conversation-events.ts';
import type { ClientConversationEventsDependencies } from './client-conversation-events.ts';
import { createClientStreamEvents } from './client-stream-events.ts';
import type { ClientStreamEventsDependencies } from './client-stream-events.ts';
import type { ClientStream, OpenStream, StreamSerializer, Subscription } from './client-stream.ts';

/** Open streams of third-party clients per user and server; the oldest further ones are closed. */
const appStreamsPerUserMax = 10;
/** With more waiting changes of a user, only the streams of that user are closed. */
const userWaitingMax = 500;
/** With more waiting changes of all users, all streams are closed, so that clients load what they missed. */
const waitingMax = 4000;

export interface ClientStreamsDependencies
  extends ClientStreamEventsDependencies, ClientConversationEventsDependencies {
  bus: Pick<Bus, 'subscribe'>;
  clock: Clock;
  acquireSlot: (address: string | undefined) => () => void;
  onError: (error: unknown) => void;
}

export type ClientStreams = ReturnType<typeof createClientStreams>;

type NewStream = Pick<ClientStream, 'viewer' | 'channel' | 'address'>;

/** The event streams of third-party clients. Unlike the streams of the web app, they carry content. */
export function createClientStreams(dependencies: ClientStreamsDependencies) {
  const { bus, clock, acquireSlot } = dependencies;
  const streams = new Set<OpenStream>();
  let isStopped = false;

  function endAll(): void {
    for (const { channel } of streams) channel.end();
  }

  const unsubscribe = bus.subscribe({
    onSignal: createSignalHandler(dependencies, streams, endAll),
    // Changes may have been missed: clients reconnect and load their timelines.
    onGapEnded: endAll,
  });

  return {
    listStreams: (): readonly ClientStream[] => [...streams],

    /**
     * Registers a stream before its channel is started.
     * @throws RateLimitedError, UnavailableError
     */
    open: ({ viewer, channel, address }: NewStream, serializer: StreamSerializer): ClientStream => {
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
  dependencies: ClientStreamsDependencies,
  streams: ReadonlySet<OpenStream>,
  endAll: () => void,
): (signal: Signal) => void {
  const { onError } = dependencies;
  const { sendChange, sendNotifications } = createClientStreamEvents(dependencies, streams);
  const { sendConversations, sendMessageChange } = createClientConversationEvents(
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

function endExcess(own: readonly ClientStream[]): void {
  for (const { channel } of own.slice(0, -appStreamsPerUserMax)) channel.end();
}
