import { beforeEach, expect, it, vi } from 'vitest';
import type { BusListener, Signal } from '../../../platform/events/bus.ts';
import type { ClientChannel, StreamSerializer } from './client-stream.ts';
import { createClientStreams } from './client-streams.ts';
import type { ClientStreamsDependencies } from './client-streams.ts';

/** The keys of changes in the order in which their recipients were read. */
let keys: string[];
let listener: BusListener;
/** Continues the first read, which the test holds. */
let proceed: () => void;
let streams: ReturnType<typeof createClientStreams>;

beforeEach(() => {
  keys = [];
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  proceed = () => resolve(undefined);
  const feed: ClientStreamsDependencies['feed'] = {
    async listStreamRecipients({ key }) {
      keys.push(key);
      await held;
      return [];
    },
    listDeletionRecipients: () => Promise.resolve([]),
  };
  streams = createClientStreams({
    feed,
    bus: {
      subscribe(subscriber) {
        listener = subscriber;
        return () => undefined;
      },
    },
    clock: { now: () => new Date() },
    acquireSlot: () => () => undefined,
    onError: vi.fn<(error: unknown) => void>(),
    // The test sends only changed threads, which nobody may see.
    notifications: { listUnread: () => Promise.resolve({ notifications: [] }) },
    chat: {
      list: () => Promise.resolve([]),
      inbox: { find: () => Promise.resolve(null) },
      isRequest: () => Promise.resolve(false),
    },
  });
});

const serializer: StreamSerializer = {
  entry: () => Promise.resolve(null),
  notifications: () => Promise.resolve([]),
  conversations: () => Promise.resolve([]),
  message: () => Promise.resolve(null),
};

/** Opens a stream of the public timeline; returns whether it is still open. */
function open(userId: string): () => boolean {
  let isOpen = true;
  const channel: ClientChannel = {
    get isOpen() {
      return isOpen;
    },
    send: () => undefined,
    end: () => {
      isOpen = false;
    },
    onceClosed: () => undefined,
  };
  const viewer = { userId, sessionId: userId };
  const stream = streams.open({ viewer, channel, address: undefined }, serializer);
  stream.subscriptions.set('public', { name: ['public'], timelines: ['public'] });
  return () => isOpen;
}

const change = (actorId: string, key: string): Signal => ({
  kind: 'thread',
  change: 'published',
  key,
  threadId: key,
  actorId,
  rootId: null,
  audience: 'public',
});

it('ends only the streams of a user whose changes are too many, and sends those of others in turn', async () => {
  const [isAttackerOpen, isOtherOpen] = [open('attacker'), open('other')];
  for (let n = 0; n < 600; n += 1) listener.onSignal(change('attacker', `attack ${n}`));
  listener.onSignal(change('other', 'honest'));
  await vi.waitFor(() => expect(isAttackerOpen()).toBe(false));
  expect(isOtherOpen()).toBe(true);
  proceed();
  await vi.waitFor(() => expect(keys).toHaveLength(502));
  expect(keys.slice(0, 3)).toEqual(['attack 0', 'honest', 'attack 1']);
  expect(isOtherOpen()).toBe(true);
});

it('sends the changes of a user in their order', async () => {
  open('other');
  for (const key of ['1', '2', '3']) listener.onSignal(change('author', key));
  proceed();
  await vi.waitFor(() => expect(keys).toEqual(['1', '2', '3']));
});
