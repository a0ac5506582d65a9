import type { Notification } from '@skein/contracts/notifications';
import type { ThreadSignal } from '../../../platform/events/bus.ts';
import type { FeedModule, StreamRecipient } from '../../feed/index.ts';
import { createClientMessages } from './client-messages.ts';
import { isSubscribed, listSubscribed, sendTo } from './client-stream.ts';
import type { OpenStream, Timeline } from './client-stream.ts';

const notificationsPerRead = 20;

export interface ClientStreamEventsDependencies {
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
export function createClientStreamEvents(
  { feed, notifications }: ClientStreamEventsDependencies,
  streams: ReadonlySet<OpenStream>,
) {
  const listBy = (isWanted: (timeline: Timeline) => boolean) => listSubscribed(streams, isWanted);

  async function sendChange(signal: ThreadSignal): Promise<void> {
    const readers = Map.groupBy(listBy(listsThreads), ({ viewer }) => viewer.userId);
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
      const messages = createClientMessages('notification', payload);
      for (const stream of due)
        sendTo(stream, messages, (timeline) => timeline === 'notifications');
    }
  }

  return { sendChange, sendNotifications };
}

async function sendDeletion(
  feed: ClientStreamEventsDependencies['feed'],
  signal: ThreadSignal,
  readers: ReadonlyMap<string, readonly OpenStream[]>,
): Promise<void> {
  const messages = createClientMessages('delete', signal.key);
  for (const userId of await feed.listDeletionRecipients(signal, [...readers.keys()])) {
    // It is not known which timelines listed it.
    for (const stream of readers.get(userId) ?? []) sendTo(stream, messages, listsThreads);
  }
}

async function sendEntry(
  feed: ClientStreamEventsDependencies['feed'],
  signal: ThreadSignal,
  readers: ReadonlyMap<string, readonly OpenStream[]>,
): Promise<void> {
  const event = signal.change === 'published' ? 'update' : 'status.update';
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
    const messages = createClientMessages(event, payload);
    for (const { streams: own, isListed } of group) {
      for (const stream of own) sendTo(stream, messages, isListed);
    }
  }
}

function listsThreads(timeline: Timeline): boolean {
  return timeline !== 'notifications' && timeline !== 'direct';
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
