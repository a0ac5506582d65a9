import type { Notification } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import { locales } from '@skein/messages';
import type { Database } from '@skein/db';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EmailModule } from '../../../platform/email/index.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import { t } from '../../../platform/messages.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { ThreadsModule } from '../../threads/index.ts';
import { describeNotification } from '../describe-notification.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { toExcerpt } from '../push/push-messages.serializer.ts';
import { claimDigests, hasDueDigests } from './email-digests.repository.ts';
import type { DueDigest } from './email-digests.repository.ts';
import { selectPopularThreads } from './popular-threads.queries.ts';

/** The time between two emails. */
export const digestPeriodMs = 7 * dayMs;
/** Users who were online within this time have missed nothing. */
const absenceMs = 2 * dayMs;
const claimedAtOnce = 20;
const notificationsMax = 5;
const threadsMax = 3;

export interface DigestDependencies {
  database: Database;
  clock: Clock;
  siteSettings: CurrentSiteSettings;
  threads: Pick<ThreadsModule, 'list'>;
  notifications: Pick<NotificationsModule, 'listUnread'>;
  emailSender: Pick<EmailModule, 'send' | 'emailDirectory'>;
  publicUrl: URL;
  logger: Logger;
}

interface Missed {
  total: number;
  notifications: readonly Notification[];
  threads: readonly Thread[];
}

/** Returns false if there is no mail server, because emails are then files that nobody reads. */
export function canSendDigests({ emailSender }: Pick<DigestDependencies, 'emailSender'>): boolean {
  return emailSender.emailDirectory === null;
}

/** Sends the emails that are due. An email that is lost with its server is not sent again. */
export async function sendDueDigests(dependencies: DigestDependencies): Promise<void> {
  if (!canSendDigests(dependencies)) return;
  const { database, clock, logger } = dependencies;
  const now = clock.now();
  const nextAt = new Date(now.getTime() + digestPeriodMs);
  while (await hasDueDigests(database, now)) {
    const due = await claimDigests(database, now, { nextAt, limit: claimedAtOnce });
    for (const digest of due) {
      await send(dependencies, digest, now).catch((error: unknown) => {
        logger.error({ err: error }, 'a weekly email could not be made');
      });
    }
  }
}

async function send(dependencies: DigestDependencies, due: DueDigest, now: Date): Promise<void> {
  const { emailSender, siteSettings, publicUrl } = dependencies;
  if (due.lastSeenAt !== null && now.getTime() - due.lastSeenAt.getTime() < absenceMs) return;
  const since = new Date(now.getTime() - digestPeriodMs);
  const missed = await findMissed(dependencies, due.userId, since);
  if (missed.total === 0 && missed.threads.length === 0) return;
  const locale = locales.find((each) => each === due.locale) ?? 'en';
  const instance = siteSettings.current().name;
  const oneClick = new URL(`/api/notifications/email-digest/unsubscribe/${due.token}`, publicUrl)
    .href;
  emailSender.send({
    to: due.email,
    subject: t(locale, 'email.digest.subject', { instance }),
    text: t(locale, 'email.digest.text', {
      name: due.name,
      sections: toSections(missed, { locale, publicUrl }).join('\n\n'),
      instance,
      // In the fragment, which servers and Referer headers never receive.
      link: new URL(`/unsubscribe#token=${due.token}`, publicUrl).href,
    }),
    headers: {
      'List-Unsubscribe': `<${oneClick}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}

async function findMissed(
  { notifications, threads }: DigestDependencies,
  userId: string,
  since: Date,
): Promise<Missed> {
  // Visibility does not depend on the session.
  const viewer = { userId, sessionId: userId };
  const after = lowestIdAt(since.getTime());
  const [unread, popular] = await Promise.all([
    notifications.listUnread(userId, { after, take: notificationsMax }),
    threads.list(viewer, selectPopularThreads(userId, { since, take: threadsMax }), {
      filterContext: 'feeds',
    }),
  ]);
  return { ...unread, threads: popular.listed.map(({ thread }) => thread) };
}

interface Format {
  locale: Locale;
  publicUrl: URL;
}

function toSections({ total, notifications, threads }: Missed, format: Format): string[] {
  const { locale, publicUrl } = format;
  const sections: string[] = [];
  if (total > 0) {
    sections.push(
      [
        t(locale, 'email.digest.notifications', { count: total }),
        ...notifications.map((notification) => `- ${describeNotification(notification, locale)}`),
        new URL('/notifications', publicUrl).href,
      ].join('\n'),
    );
  }
  if (threads.length > 0) {
    const items = threads.map((thread) => toThreadItem(thread, format));
    sections.push([t(locale, 'email.digest.threads'), ...items].join('\n\n'));
  }
  return sections;
}

function toThreadItem(thread: Thread, { locale, publicUrl }: Format): string {
  const author = thread.userName ?? '';
  const link = new URL(`/thread/${thread.id}`, publicUrl).href;
  return [t(locale, 'email.digest.author', { name: author }), toExcerpt(thread), link]
    .filter((line) => line !== '')
    .join('\n');
}
