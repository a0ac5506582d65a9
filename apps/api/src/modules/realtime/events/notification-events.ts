import type { StreamEvents } from '@skein/contracts/realtime';

const pauseMs = 250;

interface NotificationEventsOptions {
  summary: (userId: string) => Promise<StreamEvents['notification']>;
  isConnected: (userId: string) => boolean;
  publish: (userId: string, summary: StreamEvents['notification']) => void;
  limit: <Result>(work: () => Promise<Result>) => Promise<Result>;
  onError: (error: unknown) => void;
}

/** Publishes a user's unread count: at once, then at most once per pause. */
export function createNotificationEvents(options: NotificationEventsOptions) {
  const { summary, isConnected, publish, limit, onError } = options;
  /** Users in a pause, and whether another event is due afterwards. */
  const pausing = new Map<string, { isDue: boolean }>();

  async function publishAndPause(userId: string): Promise<void> {
    const pause = { isDue: false };
    pausing.set(userId, pause);
    try {
      publish(userId, await limit(() => summary(userId)));
    } catch (error) {
      onError(error);
    }
    setTimeout(() => {
      pausing.delete(userId);
      if (pause.isDue) wake(userId);
    }, pauseMs).unref();
  }

  function wake(userId: string): void {
    if (!isConnected(userId)) return;
    const pause = pausing.get(userId);
    if (pause === undefined) void publishAndPause(userId);
    else pause.isDue = true;
  }

  return { wake };
}
