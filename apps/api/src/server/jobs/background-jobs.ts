import { hostname } from 'node:os';
import { acquireLock } from '@skein/db/advisory-lock';
import { listen } from '@skein/db/listen';
import type { Services } from '../composition-root.ts';
import { deleteAbandonedUploads } from '../../http/uploads/abandoned-uploads.ts';
import { createSessionRetention } from './ended-sessions.repository.ts';
import type { Job } from './job.ts';
import { runOnSingleServer } from './single-server-jobs.ts';
import { createJobLimits, runJobs } from './run-jobs.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';

const cleanupIntervalMs = 15 * minuteMs;
const refreshIntervalMs = 5 * minuteMs;
/** The longest time that a server has outdated settings after it failed to read changed ones. */
const settingsIntervalMs = 60 * 1000;
const usageIntervalMs = hourMs;
/** For jobs whose results users wait for. */
const promptIntervalMs = 30 * 1000;

/** Accounts of suspended servers that one run deletes. */
const expiredAccountsMax = 500;

/**
 * Threads are published within ten seconds of their scheduled time. Link cards and conversions start
 * as promptly.
 */
const scheduleIntervalMs = 4 * 1000;

/** Each server has runs of its own, so that those of another do not hide its failures. */
const nameOnServer = ({ name }: { name: string }) => `${name} (${hostname()})`;

/** The advisory lock of the server that runs single-server jobs: "jobs" in ASCII. */
const jobsLock = '1785688691';

/** Database triggers notify this channel of ended sessions. */
const sessionEndedChannel = 'skein_session_ended';

/** A database trigger notifies this channel of changed settings. */
const settingsChangedChannel = 'skein_settings_changed';

/**
 * Starts all background work of the server. Returns the function that stops it.
 * @param databaseUrl not that of a connection pooler
 */
export function startBackgroundJobs(services: Services, databaseUrl: string) {
  const { logger, metrics } = services.settings;
  const jobs = listJobs(services);
  const limits = createJobLimits();
  const start = (on: Job['on']) =>
    runJobs(
      jobs.filter((job) => job.on === on),
      {
        logger,
        limits,
        onRun: (run) => {
          metrics.jobRun(run);
          services.runs.record({
            ...run,
            name: on === 'every-server' ? nameOnServer(run) : run.name,
          });
        },
      },
    );
  const everyServerJobs = start('every-server');
  const singleServerJobs = runOnSingleServer(
    (on) => acquireLock({ url: databaseUrl, key: jobsLock, ...on }),
    () => start('single-server'),
  );
  const stops = [
    () => everyServerJobs.stop(),
    () => singleServerJobs.stop(),
    services.push.subscribeToSignals(),
    followDatabaseChanges(services, databaseUrl),
  ];
  return async (): Promise<void> => {
    services.threads.linkCards.stop();
    services.media.conversions.stop();
    services.webhooks.stop();
    await services.federation?.stop();
    await Promise.all(stops.map((stop) => stop()));
    await services.runs.flush();
  };
}

function choosePace(intervalMs: number): Job['pace'] {
  if (intervalMs <= scheduleIntervalMs) return 'prompt';
  return intervalMs <= settingsIntervalMs ? 'frequent' : 'maintenance';
}

const jobOn =
  (on: Job['on']) =>
  (name: string, intervalMs: number, run: Job['run']): Job => ({
    name,
    intervalMs,
    on,
    pace: choosePace(intervalMs),
    run,
  });
const singleServerJob = jobOn('single-server');
const everyServerJob = jobOn('every-server');

function listJobs(services: Services): Job[] {
  const { account, announcements, auth, chat, idempotency, imports, rateLimiter, media } = services;
  const { hashtags, moderation, oauth, search, settings, siteSettings, threads, trending, users } =
    services;
  return [
    singleServerJob('sweep-media', cleanupIntervalMs, () => media.sweep()),
    singleServerJob('add-missing-stills', promptIntervalMs, () => media.addMissingStills()),
    singleServerJob('remove-replaced-videos', cleanupIntervalMs, () => media.conversions.cleanUp()),
    singleServerJob('remove-idempotency-keys', cleanupIntervalMs, () =>
      idempotency.removeExpired(),
    ),
    singleServerJob('remove-counters', cleanupIntervalMs, () => rateLimiter.removeExpired()),
    singleServerJob('remove-former-usernames', cleanupIntervalMs, () =>
      users.removeExpiredUsernames(),
    ),
    singleServerJob('remove-expired-links', cleanupIntervalMs, () => auth.removeExpiredLinks()),
    singleServerJob('remove-used-challenges', cleanupIntervalMs, () =>
      auth.passkeys.deleteExpiredChallenges(),
    ),
    singleServerJob('remove-unused-apps', cleanupIntervalMs, () => oauth.removeUnused()),
    singleServerJob('end-suspensions', promptIntervalMs, () => moderation.endSuspensions()),
    singleServerJob('finish-account-deletions', cleanupIntervalMs, () => account.resumeDeletions()),
    singleServerJob('publish-scheduled-threads', scheduleIntervalMs, () =>
      threads.publishDueThreads(),
    ),
    singleServerJob('fetch-link-cards', scheduleIntervalMs, () =>
      threads.linkCards.fetchDue((cardId) => chat.publishCard(cardId)),
    ),
    ...listWebhookJobs(services),
    ...listFederationJobs(services),
    ...listRetentionJobs(services),
    ...listInsightJobs(services),
    singleServerJob('recover-link-cards', promptIntervalMs, () => threads.linkCards.recover()),
    singleServerJob('remove-unused-link-cards', cleanupIntervalMs, () =>
      threads.linkCards.removeUnused(),
    ),
    singleServerJob('continue-imports', scheduleIntervalMs, () => imports.continueAll()),
    singleServerJob('remove-old-imports', cleanupIntervalMs, () => imports.removeOld()),
    singleServerJob('remove-deleted-threads', promptIntervalMs, () =>
      threads.purgeDeletedThreads(),
    ),
    singleServerJob('update-thread-listing', promptIntervalMs, () => threads.updateListing()),
    ...listMessageJobs(services),
    singleServerJob('refresh-trends', refreshIntervalMs, () => trending.refresh()),
    singleServerJob('count-hashtags', refreshIntervalMs, () => hashtags.countPublicUses()),
    singleServerJob('remove-unused-hashtags', cleanupIntervalMs, () => hashtags.removeUnused()),
    singleServerJob('update-vocabulary', refreshIntervalMs, () => search.updateVocabulary()),
    singleServerJob('prune-vocabulary', cleanupIntervalMs, () => search.pruneVocabulary()),
    everyServerJob('convert-videos', scheduleIntervalMs, () => media.conversions.convertDue()),
    everyServerJob('remove-abandoned-uploads', cleanupIntervalMs, () =>
      deleteAbandonedUploads(settings.uploadsDirectory),
    ),
    everyServerJob('reload-settings', settingsIntervalMs, async () => {
      await Promise.all([siteSettings.load(), announcements.load()]);
    }),
  ];
}

/** Notifications and the ends of mutes, direct messages, push messages and emails. */
function listMessageJobs(services: Services): Job[] {
  const { chat, emailDigest, notifications, push, relationships } = services;
  return [
    singleServerJob('end-mutes', promptIntervalMs, () => relationships.endMutes()),
    singleServerJob('sweep-inboxes', cleanupIntervalMs, () => chat.inbox.sweep()),
    singleServerJob('remove-notifications', cleanupIntervalMs, () => notifications.removeOld()),
    singleServerJob('announce-polls', promptIntervalMs, () => notifications.notifyEndedPolls()),
    singleServerJob('notify-followers', scheduleIntervalMs, () => notifications.notifyFollowers()),
    singleServerJob('send-email-digests', refreshIntervalMs, () => emailDigest.sendDue()),
    singleServerJob('sweep-push', promptIntervalMs, () => push.sweep()),
  ];
}

/** Deletes data about users that is older than the settings allow. */
function listRetentionJobs({ auth, moderation, settings, siteSettings }: Services): Job[] {
  const sessions = createSessionRetention({
    ...settings,
    readAddressDays: () => siteSettings.current().addressDays,
  });
  return [
    singleServerJob('remove-ended-sessions', cleanupIntervalMs, () => sessions.deleteEnded()),
    singleServerJob('remove-registration-addresses', cleanupIntervalMs, () =>
      auth.removeOldRegistrationAddresses(),
    ),
    singleServerJob('remove-audit-entries', cleanupIntervalMs, () =>
      moderation.removeOldAuditEntries(),
    ),
  ];
}

function listWebhookJobs({ webhooks }: Services): Job[] {
  return [
    singleServerJob('deliver-webhooks', scheduleIntervalMs, () => webhooks.deliverDue()),
    singleServerJob('remove-webhook-deliveries', cleanupIntervalMs, () =>
      webhooks.removeOldDeliveries(),
    ),
  ];
}

function listFederationJobs(services: Services): Job[] {
  const { federation } = services;
  if (federation === undefined) return [];
  return [
    singleServerJob('process-federation-events', scheduleIntervalMs, async () => {
      await federation.processEvents();
      federation.startDelivery();
    }),
    everyServerJob('process-received-activities', scheduleIntervalMs, () =>
      federation.processInbox(),
    ),
    everyServerJob('deliver-activities', scheduleIntervalMs, () => federation.deliverDue()),
    singleServerJob('move-followers', scheduleIntervalMs, () => federation.moving.moveFollowers()),
    singleServerJob('remove-federation-values', cleanupIntervalMs, () =>
      federation.removeExpiredValues(),
    ),
    singleServerJob('check-server-software', cleanupIntervalMs, () =>
      federation.servers.checkSoftware(),
    ),
    singleServerJob('delete-suspended-servers', cleanupIntervalMs, () =>
      deleteExpiredAccounts(services),
    ),
    everyServerJob('record-uses-of-remote-media', promptIntervalMs, () =>
      federation.remoteMedia.recordUses(),
    ),
    singleServerJob('delete-unused-remote-threads', cleanupIntervalMs, (stopping) =>
      services.threads.deleteUnusedRemote(services.settings.remoteThreadDays, stopping),
    ),
    singleServerJob('unlist-remote-threads', promptIntervalMs, () =>
      services.threads.unlistRemote(),
    ),
    singleServerJob('remove-unused-remote-media', cleanupIntervalMs, (stopping) =>
      federation.remoteMedia.removeUnused(stopping),
    ),
  ];
}

/** Deletes accounts whose server has been suspended for 30 days. */
async function deleteExpiredAccounts({
  account,
  federation,
  settings: { database, clock },
}: Services): Promise<void> {
  const ids = (await federation?.servers.listExpired(expiredAccountsMax)) ?? [];
  for (const id of ids) {
    await database.$transaction((tx) => account.markDeleted(tx, id, clock.now()));
    await account.purge(id);
  }
}

function listInsightJobs({ insights, monitoring }: Services): Job[] {
  return [
    singleServerJob('check-alerts', promptIntervalMs, () => monitoring.checkAlerts()),
    singleServerJob('measure-usage', usageIntervalMs, () => monitoring.measureUsage()),
    singleServerJob('count-days', cleanupIntervalMs, () => insights.countDays()),
    everyServerJob('save-response-times', cleanupIntervalMs, () => insights.saveResponseTimes()),
  ];
}

/**
 * Sessions are cached only while this server receives the ends of sessions on all servers. Settings
 * are read again when they change.
 */
function followDatabaseChanges(
  { announcements, auth, settings, siteSettings }: Services,
  url: string,
): () => Promise<void> {
  const { sessionCache } = auth;
  const reloadSettings = () => {
    Promise.all([siteSettings.load(), announcements.load()]).catch((error: unknown) => {
      settings.logger.warn({ err: error }, 'the changed settings could not be read');
    });
  };
  const listener = listen({
    url,
    channels: [sessionEndedChannel, settingsChangedChannel],
    onNotification: (payload, channel) => {
      if (channel === sessionEndedChannel) sessionCache.forget(payload);
      else reloadSettings();
    },
    onLive: () => {
      sessionCache.enable();
      reloadSettings();
    },
    onGap: (error) => {
      sessionCache.disable();
      settings.logger.warn(
        { err: error },
        'lost the connection for changes in the database, the session cache is disabled',
      );
    },
  });
  return async () => {
    // Requests may still be running, so they must not use outdated sessions.
    sessionCache.disable();
    await listener.stop();
  };
}
