import { listen } from '@skein/db/listen';
import type { Container } from './container.ts';
import { removeAbandonedUploads } from './http/abandoned-uploads.ts';

const sweepIntervalMs = 15 * 60 * 1000;

/** The channel on which the database announces sessions that ended; see its triggers. */
const sessionEndedChannel = 'skein_session_ended';

/** What the server does by itself, besides answering. Returns what ends it. */
export function startBackgroundJobs(container: Container, databaseUrl: string) {
  const { account, idempotency, media, settings } = container;
  const onError = (error: unknown) => settings.logger.error({ err: error }, 'could not sweep');
  const stops = [
    sweep(() => media.sweep(), onError),
    sweep(() => idempotency.removeExpired(), onError),
    sweep(() => account.resumeDeletions(), onError),
    sweep(() => removeAbandonedUploads(settings.uploadsDirectory), onError),
    hearOfEndedSessions(container, databaseUrl),
  ];
  return async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Removes now, and every now and then, what nobody took up. */
function sweep(work: () => Promise<unknown>, onError: (error: unknown) => void) {
  let running = Promise.resolve();
  const run = () => {
    running = work().then(() => undefined, onError);
  };
  const timer = setInterval(run, sweepIntervalMs);
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
