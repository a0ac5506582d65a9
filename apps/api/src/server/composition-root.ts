import { toUploadLimits } from '@skein/contracts/upload-limits';
import { openBus } from '../platform/events/open-bus.ts';
import { createAppMessages } from '../mastodon/notifications/push-messages.ts';
import { createAccountModule } from '../modules/account/index.ts';
import { createAuthModule } from '../modules/auth/index.ts';
import { createBookmarksModule } from '../modules/bookmarks/index.ts';
import { createChatModule } from '../modules/chat/index.ts';
import { createEngagementModule } from '../modules/engagement/index.ts';
import { loadFederationModule } from '../modules/federation/index.ts';
import type { FederationDependencies } from '../modules/federation/index.ts';
import { createFiltersModule } from '../modules/filters/index.ts';
import { createFeedModule, createTimelinesModule } from '../modules/feed/index.ts';
import { createImportsModule } from '../modules/imports/index.ts';
import { createListsModule } from '../modules/lists/index.ts';
import { createRelationshipsModule } from '../modules/relationships/index.ts';
import {
  createHashtagsModule,
  createSearchModule,
  createTrendingModule,
} from '../modules/search/index.ts';
import { userKey } from '../platform/rate-limits/rate-limits.ts';
import { createIdempotencyModule } from '../platform/idempotency/index.ts';
import { createInsightsModule } from '../modules/insights/index.ts';
import {
  createAnnouncements,
  createInstanceModule,
  createSetupCode,
  createSiteSettings,
} from '../modules/instance/index.ts';
import { createRateLimitsModule } from '../platform/rate-limits/index.ts';
import { createEmailModule, toSender } from '../platform/email/index.ts';
import { createGifsModule, createMediaModule, openMediaStore } from '../modules/media/index.ts';
import { createMonitoringModule, createRunRecorder } from '../modules/monitoring/index.ts';
import { createOauthModule } from '../modules/oauth/index.ts';
import { createModerationModule } from '../modules/moderation/index.ts';
import {
  createEmailDigestModule,
  createNotificationsModule,
  createPushModule,
} from '../modules/notifications/index.ts';
import { createProtectionModule } from '../modules/protection/index.ts';
import { createPreviewsModule } from '../modules/previews/index.ts';
import { createProfilesModule, createUsersModule } from '../modules/users/index.ts';
import { createRealtimeModule } from '../modules/realtime/index.ts';
import { createThreadsModule } from '../modules/threads/index.ts';
import type { LookUpMentions, RefreshPoll } from '../modules/threads/index.ts';
import { createWebhooksModule } from '../modules/webhooks/index.ts';
import type { InstanceSettings } from './instance-settings.ts';
import { createFairQueue } from '../platform/fair-queue.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

/** The composition root: creates the modules in the order of their dependencies. */
export async function createServices(settings: InstanceSettings) {
  const core = await createCoreModules(settings);
  const content = createContentModules(settings, core);
  const realtime = createRealtimeModules(settings, { ...core, ...content });
  const { database, clock, logger, publicUrl } = settings;
  const idempotency = createIdempotencyModule({ database, clock });
  const account = createAccountModule({
    ...core,
    database,
    threads: core.threads,
    store: core.mediaStore,
    clock,
    logger,
    publicUrl,
    federation: settings.federation,
  });
  const imports = createImportsModule({
    ...settings,
    ...core,
    federation: settings.federation,
    lookUpAccount: core.federation?.lookUpAccount,
    lists: content.lists,
  });
  const instance = createInstanceModule({ ...settings, ...core });
  const insights = createInsightsModule({ database, clock });
  const moderation = createModerationModule({
    ...settings,
    ...core,
    account,
    pages: instance.pages,
    setupCode: core.setupCode,
    insights,
    threads: core.threads,
    chat: realtime.chat,
  });
  const webhooks = createWebhooksModule(settings);
  const modules = { ...core, ...content, ...realtime };
  const monitoring = createMonitoringModule({
    ...settings,
    ...core,
    mediaQuotaBytes: settings.mediaQuota.bytes,
    readDisk: () => settings.readDisk(settings.dataDirectory),
  });
  const administration = { moderation, webhooks, instance, insights, monitoring };
  return { settings, ...modules, idempotency, account, imports, ...administration };
}

/** Infrastructure and the modules for users and threads, which all others depend on. */
async function createCoreModules(settings: InstanceSettings) {
  const { database, clock, logger, publicUrl } = settings;
  const siteSettings = createSiteSettings(settings);
  const bus = openBus(settings);
  const announcements = createAnnouncements({ ...settings, bus });
  const mediaStore = openMediaStore(settings.mediaLocation, settings);
  const rateLimiter = createRateLimitsModule(settings);
  const readUploadLimits = () => toUploadLimits(siteSettings.current());
  const uploading = { ...settings, readUploadLimits, rateLimiter, bus };
  const media = createMediaModule({ ...uploading, store: mediaStore });
  const gifs = createGifsModule(settings);
  const runs = createRunRecorder({ database, clock, logger });
  const emailSender = createEmailSender(settings, siteSettings, runs);
  const users = createUsersModule({
    ...settings,
    needsSetup: () => siteSettings.needsSetup(),
  });
  const protection = createProtectionModule({
    ...settings,
    siteSettings,
    rateLimiter,
    users,
    hasMailServer: emailSender.emailDirectory === null,
  });
  const auth = createAuthModule({ ...settings, siteSettings, rateLimiter, users, emailSender });
  const oauth = createOauthModule({ database, auth, clock, publicUrl });
  const relationships = createRelationshipsModule({ ...settings, users, protection, bus });
  const shared = { siteSettings, media, mediaStore, rateLimiter, protection, bus, users };
  const { threads, engagement, federation } = await createThreadModules({
    ...settings,
    ...shared,
    auth,
    relationships,
  });
  const profiles = createProfilesModule({
    database,
    users,
    media,
    resolveAccount: federation?.resolveAccount,
    refreshFeatured: federation?.refreshFeatured,
    approveFollowRequests: relationships.approvePendingRequests,
    endRemoteFollows: relationships.endRemoteFollows,
    findFamiliarFollowers: relationships.findFamiliarFollowers,
    listNotes: relationships.listNotes,
  });
  const setupCode = createSetupCode(settings);
  const stores = { siteSettings, setupCode, announcements, mediaStore, media, gifs };
  const infrastructure = { ...stores, bus, emailSender, rateLimiter, runs };
  const accounts = { protection, users, auth, oauth, relationships, profiles };
  return { ...infrastructure, ...accounts, threads, engagement, federation };
}

async function createThreadModules(
  shared: Omit<
    Parameters<typeof createThreadsModule>[0],
    'hasLinkCards' | 'listsRemote' | 'lookUpMentions' | 'refreshPoll'
  > &
    Omit<FederationDependencies, 'threads' | 'engagement'> & {
      siteSettings: ReturnType<typeof createSiteSettings>;
    },
) {
  const hasLinkCards = () => shared.siteSettings.current().hasLinkCards;
  const listsRemote = () => shared.siteSettings.current().listsRemoteThreads;
  // The module for federation is created last, because it publishes threads.
  const lookUpMentions: LookUpMentions = async (viewer, usernames) => {
    await federation?.lookUpMentions(viewer, usernames);
  };
  const refreshPoll: RefreshPoll = (poll) => federation?.refreshPoll(poll);
  const threads = createThreadsModule({
    ...shared,
    hasLinkCards,
    listsRemote,
    lookUpMentions,
    refreshPoll,
  });
  const isFederated = shared.federation !== undefined;
  const engagement = createEngagementModule({ ...shared, threads, isFederated });
  const federation =
    shared.federation &&
    (await loadFederationModule()).createFederationModule(
      { ...shared, threads, engagement },
      shared.federation,
    );
  return { threads, engagement, federation };
}

function createEmailSender(
  settings: InstanceSettings,
  siteSettings: ReturnType<typeof createSiteSettings>,
  runs: ReturnType<typeof createRunRecorder>,
) {
  return createEmailModule({
    logger: settings.logger,
    metrics: {
      delivery(attempt) {
        settings.metrics.delivery(attempt);
        runs.recordEmail(attempt.failed ? 'An email could not be sent.' : null);
      },
    },
    smtpUrl: settings.smtpUrl,
    sender: () =>
      toSender(settings.emailFrom, {
        name: siteSettings.current().name,
        publicUrl: settings.publicUrl,
      }),
    dataDirectory: settings.dataDirectory,
  });
}

type CoreModules = Awaited<ReturnType<typeof createCoreModules>>;

/** Feeds and search. */
function createContentModules(
  settings: InstanceSettings,
  { siteSettings, users, protection, threads, federation }: CoreModules,
) {
  const { database, clock } = settings;
  const bookmarks = createBookmarksModule({ database, threads });
  const timelines = createTimelinesModule({ database, users, threads, bookmarks });
  const search = createSearchModule({
    database,
    threads,
    resolveThread: federation?.resolveThread,
  });
  const hashtags = createHashtagsModule({ database, search, clock });
  const previews = createPreviewsModule({ ...settings, siteSettings, hashtags });
  // Keeps crawlers, feed readers and embeds from using more than two database connections.
  const visitorReads = createFairQueue({
    slots: 2,
    ownerSlots: 1,
    ownerWaitingMax: 64,
    waitingMax: 256,
    waitMaxMs: 5000,
  });
  const trending = createTrendingModule({ database, siteSettings, protection, threads });
  const lists = createListsModule({ database, users });
  const feed = createFeedModule({ database, threads, lists, siteSettings });
  const filters = createFiltersModule({ database });
  return {
    filters,
    lists,
    bookmarks,
    timelines,
    search,
    hashtags,
    previews,
    visitorReads,
    trending,
    feed,
  };
}

/** Notifications, chat, push messages and event streams. */
function createRealtimeModules(
  settings: InstanceSettings,
  modules: CoreModules & ReturnType<typeof createContentModules>,
) {
  const { siteSettings, users, auth, threads, feed, media, bus, emailSender, protection } = modules;
  const { database, clock } = settings;
  const notifications = createNotificationsModule({ database, threads, clock, bus });
  const mailing = { ...settings, siteSettings, emailSender };
  const emailDigest = createEmailDigestModule({ ...mailing, threads, notifications });
  const chat = createChatModule({
    database,
    clock,
    publicUrl: settings.publicUrl,
    federation: settings.federation,
    users,
    threads,
    media,
    protection,
    bus,
    rateLimiter: modules.rateLimiter,
    chargeMembers: (userId, count) =>
      modules.rateLimiter.consume('groupMembers', userKey(userId), count),
  });
  const appMessages = createAppMessages(settings.publicUrl);
  const pushed = { siteSettings, bus, notifications, appMessages };
  const push = createPushModule({ ...settings, ...pushed });
  const { inbox } = chat;
  const sources = { feed, notifications, chat, inbox };
  const { accessBlocks } = siteSettings;
  const realtime = createRealtimeModule({ ...settings, bus, auth, accessBlocks, ...sources });
  return { notifications, emailDigest, chat, push, realtime };
}
