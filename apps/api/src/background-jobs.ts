import { listen } from '@skein/db/listen';
import type { Container } from './container.ts';
import { removeAbandonedUploads } from './http/abandoned-uploads.ts';

const sweepIntervalMs = 15 * 60 * 1000;
const refreshIntervalMs = 5 * 60 * 1000;
/** For what people wait for. */
const attentiveIntervalMs = 30 * 1000;

/** The channel on which the database announces sessions that ended; see its triggers. */
const sessionEndedChannel = 'skein_session_ended';

/** What the server does by itself, besides answering. Returns what ends it. */
export function startBackgroundJobs(container: Container, databaseUrl: string) {
  const { account, chat, idempotency, limits, media, notifications, push } = container;
  const { search, settings, trending } = container;
  const onError = (error: unknown) => settings.logger.error({ err: error }, 'could not sweep');
  const onStale = (error: unknown) => settings.logger.error({ err: error }, 'could not refresh');
  const stops = [
    repeat(() => media.sweep(), sweepIntervalMs, onError),
    repeat(() => idempotency.removeExpired(), sweepIntervalMs, onError),
    repeat(() => limits.removeExpired(), sweepIntervalMs, onError),
    repeat(() => account.resumeDeletions(), sweepIntervalMs, onError),
    repeat(() => chat.inbox.sweep(), sweepIntervalMs, onError),
    repeat(() => notifications.removeOld(), sweepIntervalMs, onError),
    repeat(() => notifications.announcePolls(), attentiveIntervalMs, onError),
    repeat(() => push.sweep(), attentiveIntervalMs, onError),
    push.followSignals(onError),
    repeat(() => removeAbandonedUploads(settings.uploadsDirectory), sweepIntervalMs, onError),
    repeat(() => trending.refresh(), refreshIntervalMs, onStale),
    repeat(() => search.learnWords(), refreshIntervalMs, onStale),
    hearOfEndedSessions(container, databaseUrl),
  ];
  return async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Does something now and then again, in such intervals, but never twice at once. */
function repeat(
  work: () => Promise<unknown>,
  intervalMs: number,
  onError: (error: unknown) => void,
) {
  let isRunning = false;
  let running = Promise.resolve();
  const run = () => {
    if (isRunning) return;
    isRunning = true;
    running = work()
      .then(() => undefined, onError)
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(run, intervalMs);
  run();
  return (): Promise<void> => {
    clearInterval(timer);
    return running;
  };
}

/** Sessions are kept in memory only while every end of one, on any server, is heard of. */
function hearOfEndedSessions({ auth, settings }: Container, url: string): () => Promise<void> {
  const { sessionCache } = auth;
  const listener = listen({
    url,
    channel: sessionEndedChannel,
    onNotification: (sessionId) => sessionCache.forget(sessionId),
    onLive: () => sessionCache.goLive(),
    onGap: (error) => {
      sessionCache.goDark();
      settings.logger.warn({ err: error }, 'ends of sessions are not heard of for now');
    },
  });
  return async () => {
    // The last requests are still being answered.
    sessionCache.goDark();
    await listener.stop();
  };
}
