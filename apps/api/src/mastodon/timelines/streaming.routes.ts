import { toTag } from '../../modules/search/index.ts';
import type {
  ClientChannel,
  ClientStream,
  StreamSerializer,
  Subscription,
  Timeline,
} from '../../modules/realtime/index.ts';
import type { MastodonStreamInput, BindMastodonStream } from '../../http/mastodon/bind-mastodon.ts';
import { requireScope } from '../../http/routes/authenticate.ts';
import type { EventChannel } from '../../platform/events/event-stream.ts';
import type { SocketChannel } from '../../http/streams/web-socket.ts';
import { AppError, ForbiddenError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { loadConversations, loadDirectStatuses } from '../statuses/direct-statuses.ts';
import { loadStatuses } from '../statuses/load-statuses.ts';
import { loadNotifications } from '../notifications/load-notifications.ts';
import type { MastodonServices } from '../services.ts';
import { readClientMessage } from './stream-message.ts';

/** The timelines of Mastodon's streams. There are no other servers. */
const timelines: Record<string, readonly Timeline[]> = {
  user: ['home', 'notifications'],
  'user:notification': ['notifications'],
  public: ['public'],
  'public:local': ['public'],
  'public:remote': [],
  'public:media': ['media'],
  'public:local:media': ['media'],
  'public:remote:media': [],
  direct: ['direct'],
};
const hashtagStreams = new Set(['hashtag', 'hashtag:local']);
const listStream = 'list';
const subscriptionsMax = 50;

const notificationsScope = { scope: 'read:notifications' } as const;

/** The paths of server-sent events; the names of their streams have colons instead of slashes. */
const streamPaths = [...Object.keys(timelines), ...hashtagStreams, listStream].map(
  (name) => `/v1/streaming/${name.replaceAll(':', '/')}`,
);

export function streamingRoutes(bindStream: BindMastodonStream, services: MastodonServices): void {
  const serializer = createSerializer(services);
  const open = (
    { viewer, address }: MastodonStreamInput,
    channel: ClientChannel,
  ): ReturnType<typeof services.realtime.openClient> =>
    services.realtime.openClient({ viewer, channel, address }, serializer);

  for (const path of streamPaths) {
    const name = path.replace('/v1/streaming/', '').replaceAll('/', ':');
    const scope = name === 'user:notification' ? 'read:notifications' : 'read:statuses';
    bindStream.events({ id: `mastodon.stream.${name}`, path, scope }, async (input, channel) => {
      const { subscriptions } = open(input, fromEvents(channel));
      channel.start();
      subscribe(subscriptions, createSubscription(input.viewer, name, input.query));
    });
  }

  const socketRoute = {
    id: 'mastodon.streaming',
    path: '/v1/streaming',
    scope: 'read:statuses',
  } as const;
  bindStream.socket(socketRoute, async (input, accept) => {
    const { viewer, query } = input;
    const first = query.stream === '' ? null : createSubscription(viewer, query.stream, query);
    const socket = await accept();
    try {
      const { subscriptions } = open(input, fromSocket(socket));
      if (first !== null) subscribe(subscriptions, first);
      socket.onMessage((text) => handleMessage({ viewer, subscriptions }, socket, text));
    } catch {
      // The response was sent with the upgrade. The client connects again later.
      socket.end();
    }
  });
}

function fromEvents(channel: EventChannel): ClientChannel {
  return {
    get isOpen() {
      return channel.isOpen;
    },
    send: ({ event }) => channel.send(event),
    end: () => channel.end(),
    onceClosed: (listener) => channel.onceClosed(listener),
  };
}

function fromSocket(socket: SocketChannel): ClientChannel {
  return {
    get isOpen() {
      return socket.isOpen;
    },
    send: ({ text }) => socket.send(text),
    end: () => socket.end(),
    onceClosed: (listener) => socket.onceClosed(listener),
  };
}

/** @throws ForbiddenError without the scope; AppError for an unknown stream */
function createSubscription(
  viewer: Viewer,
  stream: string,
  { tag: text, list: listId }: { tag: string; list: string },
): Subscription {
  // Nothing is sent for a list of another user.
  if (stream === listStream) return { name: [stream, listId], timelines: [`list:${listId}`] };
  if (hashtagStreams.has(stream)) {
    return { name: [stream, text], timelines: [`hashtag:${toTag(text)}`] };
  }
  const found = Object.hasOwn(timelines, stream) ? timelines[stream] : undefined;
  if (found === undefined) throw new AppError('malformed_request', 'error.app.streamUnknown');
  if (stream === 'user:notification') requireScope(notificationsScope, viewer);
  const isPermitted = mayReadNotifications(viewer);
  const permitted = found.filter((timeline) => timeline !== 'notifications' || isPermitted);
  return { name: [stream], timelines: permitted };
}

function mayReadNotifications(viewer: Viewer): boolean {
  try {
    requireScope(notificationsScope, viewer);
    return true;
  } catch (error) {
    if (error instanceof ForbiddenError) return false;
    throw error;
  }
}

function subscribe(subscriptions: ClientStream['subscriptions'], subscription: Subscription): void {
  const key = subscription.name.join(' ');
  if (subscriptions.size >= subscriptionsMax && !subscriptions.has(key)) {
    throw new AppError('rate_limited', 'error.app.subscriptionsMax');
  }
  subscriptions.set(key, subscription);
}

function handleMessage(
  { viewer, subscriptions }: Pick<ClientStream, 'viewer' | 'subscriptions'>,
  socket: SocketChannel,
  text: string,
): void {
  const message = readClientMessage(text);
  if (message === null) {
    socket.send(JSON.stringify({ error: 'Error parsing JSON', status: 400 }));
    return;
  }
  try {
    const subscription = createSubscription(viewer, message.stream, message);
    if (message.type === 'subscribe') subscribe(subscriptions, subscription);
    else subscriptions.delete(subscription.name.join(' '));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    socket.send(JSON.stringify({ error: error.message, status: error.status }));
  }
}

function createSerializer(services: MastodonServices): StreamSerializer {
  return {
    async entry(viewer, entry) {
      const found = await services.feed.findEntry(viewer, entry);
      if (found === null) return null;
      const [status] = await loadStatuses(services, viewer, [found]);
      return status === undefined ? null : JSON.stringify(status);
    },
    async notifications(viewer, list) {
      const loaded = await loadNotifications(services, viewer, list);
      return loaded.map((notification) => JSON.stringify(notification));
    },
    async conversations(viewer, list) {
      const loaded = await loadConversations(services, viewer, list);
      return loaded.map((conversation) => JSON.stringify(conversation));
    },
    async message(viewer, message) {
      const [status] = await loadDirectStatuses(services, viewer, [message]);
      return status === undefined ? null : JSON.stringify(status);
    },
  };
}
