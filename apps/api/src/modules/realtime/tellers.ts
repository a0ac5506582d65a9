import type { streamEvents, StreamEvents } from '@skein/contracts/realtime';
import pLimit from 'p-limit';
import type { Signal } from '../../platform/events/bus.ts';
import type { EventFormat } from '../../http/streams/sse.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audience, Listener } from './audience.ts';
import { createDelivery } from './deliver-messages.ts';
import type { Inbox } from './deliver-messages.ts';
import { hearSignal } from './hear-signals.ts';
import type { Hearing } from './hear-signals.ts';
import { createFeedTeller } from './tell-feed.ts';
import type { FeedCounts } from './tell-feed.ts';
import { createNotificationTeller } from './tell-notifications.ts';

/** Reads for streams leave most of the database to requests; messages never wait for the rest. */
const inboxReadsAtOnce = 4;
const summariesAtOnce = 2;

export interface TellersDependencies {
  audience: Audience;
  inbox: Inbox;
  notifications: { summary: (userId: string) => Promise<StreamEvents['notification']> };
  feed: FeedCounts;
  clock: Clock;
  format: EventFormat<typeof streamEvents>;
  elsewhere: Pick<Hearing, 'onStreamsElsewhere' | 'onServerAlive'> & {
    /** What was told may not be so any more. */
    forget: () => void;
  };
  onError: (error: unknown) => void;
}

/** What tells those who listen, each of one kind of thing. */
export function createTellers(dependencies: TellersDependencies) {
  const { audience, inbox, clock, format, elsewhere, onError } = dependencies;
  const tell: Hearing['tell'] = (userId, name, data) =>
    audience.send(userId, () => format(name, data));

  const delivery = createDelivery({
    inbox,
    write: (message) => format('message', message, message.id),
    inTurn: pLimit(inboxReadsAtOnce),
    onError,
  });
  const notifications = createNotificationTeller({
    summary: dependencies.notifications.summary,
    isListening: (userId) => audience.find(userId) !== undefined,
    tell: (userId, summary) => tell(userId, 'notification', summary),
    inTurn: pLimit(summariesAtOnce),
    onError,
  });
  const feed = createFeedTeller({
    feed: dependencies.feed,
    clock,
    listAll: audience.listAll,
    tell: (userId, newCount) => tell(userId, 'feed', { newCount }),
    onError,
  });
  const hearing: Hearing = {
    pokeInbox(userId) {
      const listener = audience.find(userId);
      if (listener !== undefined) delivery.poke(listener);
    },
    pokeNotifications: notifications.poke,
    pokeFeed: feed.poke,
    tell,
    ...elsewhere,
  };

  /** Finds the messages that no signal told of, with one statement for all. */
  async function sweepInboxes(): Promise<void> {
    const listeners = audience.listAll();
    if (listeners.length === 0) return;
    const last = await inbox.lastPositions(listeners.map(({ userId }) => userId));
    for (const listener of listeners) {
      if (isBehind(listener, last.get(listener.userId) ?? 0)) delivery.poke(listener);
    }
  }

  return {
    hear: (signal: Signal) => hearSignal(signal, hearing),
    pokeInbox: delivery.poke,
    tend: delivery.tend,
    sweepInboxes: () => sweepInboxes().catch(onError),
    /** Signals may have been missed: everybody is looked after. */
    lookAnew: (): void => {
      elsewhere.forget();
      void sweepInboxes().catch(onError);
      for (const { userId } of audience.listAll()) notifications.poke(userId);
      feed.poke();
    },
    stop: feed.stop,
  };
}

function isBehind({ streams }: Listener, last: number): boolean {
  return [...streams].some(({ cursor }) => cursor < last);
}
