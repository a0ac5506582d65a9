import type { Notification } from '@skein/contracts/notifications';
import type { ThreadSignal } from '../../platform/events/bus.ts';
import type { FeedModule, StreamRecipient } from '../feed/index.ts';
import { createAppMessages } from './app-messages.ts';
import type { AppMessage } from './app-messages.ts';
import type { AppStream, OpenStream, Timeline } from './app-stream.ts';

const notificationsPerRead = 20;

export interface AppStreamEventsDependencies {
  feed: Pick<FeedModule, 'listStreamRecipients' | 'listDeletionRecipients'>;
  notifications: {
    listUnread(
      userId: string,
      range: { after: string; take: number },
    ): Promise<{ notifications: Notification[] }>;
  };
}

/**
 * Sends events with content, which is read after the signal: once for all viewers who see the same
 * content.
 */
export function createAppStreamEvents(
  { feed, notifications }: AppStreamEventsDependencies,
  streams: ReadonlySet<OpenStream>,
) {
  const listBy = (isWanted: (timeline: Timeline) => boolean) =>
    [...streams].filter(({ subscriptions }) =>
      [...subscriptions.values()].some(({ timelines }) => timelines.some(isWanted)),
    );

  async function sendChange(signal: ThreadSignal): Promise<void> {
    const readers = Map.groupBy(
      listBy((timeline) => timeline !== 'notifications'),
      ({ viewer }) => viewer.userId,
    );
    if (readers.size === 0) return;
    if (signal.change === 'deleted') await sendDeletion(feed, signal, readers);
    else await sendEntry(feed, signal, readers);
  }

  async function sendNotifications(userId: string): Promise<void> {
    const own = listBy((timeline) => timeline === 'notifications').filter(
      ({ viewer }) => viewer.userId === userId,
    );
    const [first] = own;
    if (first === undefined) return;
    const after = own.map(({ notifiedUpTo }) => notifiedUpTo).toSorted()[0] ?? first.notifiedUpTo;
    const range = { after, take: notificationsPerRead };
    const { notifications: unread } = await notifications.listUnread(userId, range);
    for (const notification of unread.toReversed()) {
      const due = own.filter(({ notifiedUpTo }) => notifiedUpTo < notification.id);
      for (const stream of due) stream.notifiedUpTo = notification.id;
      const [payload] = await first.serializer.notifications(first.viewer, [notification]);
      if (payload === undefined) continue;
      const messages = createAppMessages('notification', payload);
      for (const stream of due) send(stream, messages, (timeline) => timeline === 'notifications');
    }
  }

  return { sendChange, sendNotifications };
}

async function sendDeletion(
  feed: AppStreamEventsDependencies['feed'],
  signal: ThreadSignal,
  readers: ReadonlyMap<string, readonly OpenStream[]>,
): Promise<void> {
  const messages = createAppMessages('delete', signal.key);
  // It is not known which timelines listed it.
  const isListed = (timeline: Timeline) => timeline !== 'notifications';
  for (const userId of await feed.listDeletionRecipients(signal, [...readers.keys()])) {
    for (const stream of readers.get(userId) ?? []) send(stream, messages, isListed);
  }
}

async function sendEntry(
  feed: AppStreamEventsDependencies['feed'],
  signal: ThreadSignal,
  readers: ReadonlyMap<string, readonly OpenStream[]>,
): Promise<void> {
  const event = signal.change === 'edited' ? 'status.update' : 'update';
  const recipients = (await feed.listStreamRecipients(signal, [...readers.keys()])).flatMap(
    (recipient) => {
      const isListed = createFilter(recipient);
      const listed = (readers.get(recipient.userId) ?? []).filter((stream) =>
        isSubscribed(stream, isListed),
      );
      return listed.length === 0 ? [] : [{ ...recipient, isListed, streams: listed }];
    },
  );
  const groups = Map.groupBy(recipients, ({ isCommon, userId }) => (isCommon ? '' : userId));
  for (const group of groups.values()) {
    const [first] = group[0]?.streams ?? [];
    const payload = first && (await first.serializer.entry(first.viewer, signal));
    if (typeof payload !== 'string') continue;
    const messages = createAppMessages(event, payload);
    for (const { streams: own, isListed } of group) {
      for (const stream of own) send(stream, messages, isListed);
    }
  }
}

type IsListed = (timeline: Timeline) => boolean;

function createFilter({
  isHome,
  isPublic,
  hasMedia,
  hashtags,
  listIds,
}: StreamRecipient): IsListed {
  const names = new Set<Timeline>(hashtags.map((tag): Timeline => `hashtag:${tag}`));
  for (const id of listIds) names.add(`list:${id}`);
  if (isHome) names.add('home');
  if (isPublic) names.add('public');
  if (isPublic && hasMedia) names.add('media');
  return (timeline) => names.has(timeline);
}

function isSubscribed({ subscriptions }: AppStream, isListed: IsListed): boolean {
  return [...subscriptions.values()].some(({ timelines }) => timelines.some(isListed));
}

/** Sends an event once for each subscription that includes it. */
function send(
  { channel, subscriptions }: AppStream,
  messages: (name: readonly string[]) => AppMessage,
  isListed: IsListed,
): void {
  for (const { name, timelines } of subscriptions.values()) {
    if (timelines.some(isListed)) channel.send(messages(name));
  }
}
