import type { Container } from './container.ts';

const sweepIntervalMs = 15 * 60 * 1000;

/** What the server does by itself, besides answering. Returns what ends it. */
export function startBackgroundJobs({ media, settings }: Container): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const sweep = () => {
    running = media.sweep().catch((error: unknown) => {
      settings.logger.error({ err: error }, 'could not sweep media that nothing took up');
    });
  };
  const timer = setInterval(sweep, sweepIntervalMs);
  sweep();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
