import type { Database } from '@skein/db';
import { openBus } from '../platform/events/open-bus.ts';
import type { RelayKind } from '../platform/events/open-bus.ts';
import type { MediaLocation } from '../platform/config/media-location.ts';
import type { MediaQuota } from '../platform/config/media-quota.ts';
import { createAccountModule } from '../modules/account/index.ts';
import { createAuthModule } from '../modules/auth/index.ts';
import { createChatModule } from '../modules/chat/index.ts';
import { createEngagementModule } from '../modules/engagement/index.ts';
import { createFeedModule, createTimelinesModule } from '../modules/feed/index.ts';
import { createRelationshipsModule } from '../modules/relationships/index.ts';
import {
  createHashtagsModule,
  createSearchModule,
  createTrendingModule,
} from '../modules/search/index.ts';
import { createIdempotencyModule } from '../http/idempotency/index.ts';
import { createInstanceModule } from '../modules/instance/index.ts';
import { createRateLimitsModule } from '../http/rate-limits/index.ts';
import { createEmailModule } from '../platform/email/index.ts';
import { createMediaModule, openMediaStore } from '../modules/media/index.ts';
import { createModerationModule } from '../modules/moderation/index.ts';
import { createNotificationsModule, createPushModule } from '../modules/notifications/index.ts';
import { createPreviewsModule } from '../modules/previews/index.ts';
import { createProfilesModule, createUsersModule } from '../modules/users/index.ts';
import { createRealtimeModule } from '../modules/realtime/index.ts';
import { createThreadsModule } from '../modules/threads/index.ts';
import type { RateLimitRules } from '../platform/config/rate-limit-rules.ts';
import type { Clock } from '../platform/clock.ts';
import type { ReadFreeBytes } from '../platform/disk-space.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics.ts';

/** What an instance is made of and with: everything that differs from one to the next. */
export interface InstanceSettings {
  database: Database;
  /** Of the same database, for those who connect by themselves. */
  databaseUrl: string;
  /** How many connections `database` has at most. */
  databasePoolSize: number;
  /** By what its servers tell each other of events. */
  relay: RelayKind;
  logger: Logger;
  clock: Clock;
  /** Absolute; secrets lie below. */
  dataDirectory: string;
  mediaLocation: MediaLocation;
  /** What the files of one person may come to. */
  mediaQuota: MediaQuota;
  /** What the files of everybody together may come to; Infinity for no limit. */
  mediaTotalBytes: number;
  /** What uploads leave free on each disk they are written to. */
  diskReserveBytes: number;
  /** How free space is read; by default from the system. For tests. */
  readFreeBytes?: ReadFreeBytes;
  /** Absolute; what requests bring lies here until they end. Other servers may use it too. */
  uploadsDirectory: string;
  /** The built web app; undefined where only the API is wanted. */
  siteDirectory: string | undefined;
  instanceName: string;
  /** The operator's terms of use; undefined for the built-in ones. */
  termsText: string | undefined;
  /** Whether search engines may list public pages. */
  isIndexable: boolean;
  publicUrl: URL;
  jwtSecret: string;
  bcryptCost: number;
  /** Lower case: who has proven one of these addresses is an administrator. */
  adminEmails: readonly string[];
  /** Who may do what how often; null for no limits. */
  rateLimitRules: RateLimitRules | null;
  /** How long a count in the database is waited for; by default half a second. */
  counterTimeoutMs?: number;
  /** Open event streams of one address. */
  streamsPerAddressMax: number;
  trustedProxies: number;
  /** Undefined where there is no mail server: letters then lie below `dataDirectory`. */
  smtpUrl: string | undefined;
  /** Who letters are from; undefined for an address at the host of `publicUrl`. */
  emailFrom: string | undefined;
  /** Where the system's programs are, as a PATH; undefined for the system's own default. */
  searchPath: string | undefined;
  /** Host names of push services; `*.example.org` for those below a domain, `*` for all. */
  pushHosts: readonly string[];
  /** Browsers are told by whatever address they name, and at once: for tests. */
  isPushUnrestricted?: boolean;
  metrics: Metrics;
  verifyResponses: boolean;
  version: string;
}

export type Services = ReturnType<typeof createServices>;

/** The composition root: each module gets what it needs, in the order in which they build. */
export function createServices(settings: InstanceSettings) {
  const people = createUsers(settings);
  const content = createContent(settings, people);
  const live = createLive(settings, { ...people, ...content });
  const { database, clock, logger } = settings;
  const idempotency = createIdempotencyModule({ database, clock });
  const account = createAccountModule({
    ...people,
    database,
    threads: content.threads,
    store: people.mediaStore,
    clock,
    logger,
  });
  const moderation = createModerationModule({ ...settings, ...people, threads: content.threads });
  const instance = createInstanceModule(settings);
  return { settings, ...people, ...content, ...live, idempotency, account, moderation, instance };
}

/** Who is there, and what everything else stands on. */
function createUsers(settings: InstanceSettings) {
  const { database, clock, logger, instanceName, publicUrl } = settings;
  const bus = openBus(settings);
  const mediaStore = openMediaStore(settings.mediaLocation, settings);
  const rateLimiter = createRateLimitsModule(settings);
  const media = createMediaModule({ ...settings, rateLimiter, store: mediaStore });
  const emailSender = createEmailModule({
    logger,
    smtpUrl: settings.smtpUrl,
    from: settings.emailFrom ?? { name: instanceName, address: `no-reply@${publicUrl.hostname}` },
    dataDirectory: settings.dataDirectory,
  });
  const users = createUsersModule({ database, adminEmails: settings.adminEmails });
  const auth = createAuthModule({ ...settings, rateLimiter, users, emailSender });
  const follows = createRelationshipsModule({ database, users, clock, bus });
  const profiles = createProfilesModule({
    database,
    users,
    media,
    approveFollowRequests: follows.approvePendingRequests,
  });
  return { bus, mediaStore, media, emailSender, rateLimiter, users, auth, follows, profiles };
}

type People = ReturnType<typeof createUsers>;

/** What they write, and the ways to find it. */
function createContent(settings: InstanceSettings, { media, bus, rateLimiter, users }: People) {
  const { database, clock } = settings;
  const instanceHost = settings.publicUrl.hostname;
  const threads = createThreadsModule({ database, media, rateLimiter, clock, bus, instanceHost });
  const engagement = createEngagementModule({ database, clock, bus, threads });
  const timelines = createTimelinesModule({ database, users, threads });
  const search = createSearchModule({ database, threads });
  const hashtags = createHashtagsModule({ database, search, clock });
  const previews = createPreviewsModule({ ...settings, hashtags });
  const trending = createTrendingModule({ database, threads });
  const feed = createFeedModule({ database, threads });
  return { threads, engagement, timelines, search, hashtags, previews, trending, feed };
}

/** What reaches them while it happens. */
function createLive(
  settings: InstanceSettings,
  { users, auth, threads, feed, media, bus }: People & ReturnType<typeof createContent>,
) {
  const { database, clock } = settings;
  const notifications = createNotificationsModule({ database, users, threads, clock, bus });
  const chat = createChatModule({ database, clock, users, media, bus });
  const push = createPushModule({ ...settings, bus, notifications });
  const { inbox } = chat;
  const streams = createRealtimeModule({ ...settings, bus, auth, feed, notifications, inbox });
  return { notifications, chat, push, streams };
}
