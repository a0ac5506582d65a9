import { listen } from '@skein/db/listen';
import type { Container } from './container.ts';

const sweepIntervalMs = 15 * 60 * 1000;

/** The channel on which the database announces sessions that ended; see its triggers. */
const sessionEndedChannel = 'skein_session_ended';

/** What the server does by itself, besides answering. Returns what ends it. */
export function startBackgroundJobs(container: Container, databaseUrl: string) {
  const stops = [sweepMedia(container), hearOfEndedSessions(container, databaseUrl)];
  return async (): Promise<void> => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Removes, every now and then, the media that nothing took up. */
function sweepMedia({ media, settings }: Container): () => Promise<void> {
  let running = Promise.resolve();
  const sweep = () => {
    running = media.sweep().then(
      () => undefined,
      (error: unknown) => {
        settings.logger.error({ err: error }, 'could not sweep media that nothing took up');
      },
    );
  };
  const timer = setInterval(sweep, sweepIntervalMs);
  sweep();
  return () => {
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
  return () => listener.stop();
}
