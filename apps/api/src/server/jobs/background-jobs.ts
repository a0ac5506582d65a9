import { acquireLock } from '@skein/db/advisory-lock';
import { listen } from '@skein/db/listen';
import type { Services } from '../composition-root.ts';
import { deleteAbandonedUploads } from '../../http/uploads/abandoned-uploads.ts';
import { createSessionRetention } from './ended-sessions.repository.ts';
import type { Job } from './job.ts';
import { runOnSingleServer } from './single-server-jobs.ts';
import { runJobs } from './run-jobs.ts';

const sweepEveryMs = 15 * 60 * 1000;
const refreshEveryMs = 5 * 60 * 1000;
/** For what people wait for. */
const attendEveryMs = 30 * 1000;

/** The lock of the server that does for all what needs doing once: "jobs" in ASCII. */
const jobsLock = '1785688691';

/** The channel on which the database announces sessions that ended; see its triggers. */
const sessionEndedChannel = 'skein_session_ended';

/** What the server does by itself, besides answering. Returns what ends it. */
export function startBackgroundJobs(services: Services, databaseUrl: string) {
  const { logger, metrics } = services.settings;
  const jobs = listJobs(services);
  const start = (on: Job['on']) =>
    runJobs(
      jobs.filter((job) => job.on === on),
      { logger, onRun: (run) => metrics.jobRun(run) },
    );
  const everywhere = start('every-server');
  const here = runOnSingleServer(
    (on) => acquireLock({ url: databaseUrl, key: jobsLock, ...on }),
    () => start('one-server'),
  );
  const stops = [
    () => everywhere.stop(),
    () => here.stop(),
    services.push.subscribeToSignals(),
    hearOfEndedSessions(services, databaseUrl),
  ];
  return async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function listJobs(services: Services): Job[] {
  const { account, chat, idempotency, rateLimiter, media, notifications, push } = services;
  const { hashtags, search, settings, threads, trending } = services;
  const sessions = createSessionRetention(settings);
  const once = (name: string, everyMs: number, run: Job['run']): Job => ({
    name,
    everyMs,
    on: 'one-server',
    run,
  });
  return [
    once('sweep-media', sweepEveryMs, () => media.sweep()),
    once('remove-idempotency-keys', sweepEveryMs, () => idempotency.removeExpired()),
    once('remove-counters', sweepEveryMs, () => rateLimiter.removeExpired()),
    once('remove-ended-sessions', sweepEveryMs, () => sessions.removeEnded()),
    once('finish-account-deletions', sweepEveryMs, () => account.resumeDeletions()),
    once('remove-deleted-threads', attendEveryMs, () => threads.purgeDeletedThreads()),
    once('update-thread-listing', attendEveryMs, () => threads.updateListing()),
    once('sweep-inboxes', sweepEveryMs, () => chat.inbox.sweep()),
    once('remove-notifications', sweepEveryMs, () => notifications.removeOld()),
    once('announce-polls', attendEveryMs, () => notifications.notifyEndedPolls()),
    once('sweep-push', attendEveryMs, () => push.sweep()),
    once('refresh-trends', refreshEveryMs, () => trending.refresh()),
    once('count-hashtags', refreshEveryMs, () => hashtags.countPublicUses()),
    once('learn-words', refreshEveryMs, () => search.updateVocabulary()),
    once('forget-words', sweepEveryMs, () => search.pruneVocabulary()),
    {
      name: 'remove-abandoned-uploads',
      everyMs: sweepEveryMs,
      on: 'every-server',
      run: () => deleteAbandonedUploads(settings.uploadsDirectory),
    },
  ];
}

/** Sessions are kept in memory only while every end of one, on any server, is heard of. */
function hearOfEndedSessions({ auth, settings }: Services, url: string): () => Promise<void> {
  const { sessionCache } = auth;
  const listener = listen({
    url,
    channel: sessionEndedChannel,
    onNotification: (sessionId) => sessionCache.forget(sessionId),
    onLive: () => sessionCache.enable(),
    onGap: (error) => {
      sessionCache.disable();
      settings.logger.warn({ err: error }, 'ends of sessions are not heard of for now');
    },
  });
  return async () => {
    // The last requests are still being answered.
    sessionCache.disable();
    await listener.stop();
  };
}
