import type { StreamEvents } from '@skein/contracts/realtime';

const pauseMs = 250;

interface TellerOptions {
  summary: (userId: string) => Promise<StreamEvents['notification']>;
  isListening: (userId: string) => boolean;
  tell: (userId: string, summary: StreamEvents['notification']) => void;
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  onError: (error: unknown) => void;
}

/**
 * Tells people where their notifications stand: at once, and then not before a pause, however much
 * happens meanwhile.
 */
export function createNotificationTeller(options: TellerOptions) {
  const { summary, isListening, tell, inTurn, onError } = options;
  /** Who has been told just now, and whether there is more. */
  const pausing = new Map<string, { isDue: boolean }>();

  async function tellAndPause(userId: string): Promise<void> {
    const pause = { isDue: false };
    pausing.set(userId, pause);
    try {
      tell(userId, await inTurn(() => summary(userId)));
    } catch (error) {
      onError(error);
    }
    setTimeout(() => {
      pausing.delete(userId);
      if (pause.isDue) poke(userId);
    }, pauseMs).unref();
  }

  function poke(userId: string): void {
    if (!isListening(userId)) return;
    const pause = pausing.get(userId);
    if (pause === undefined) void tellAndPause(userId);
    else pause.isDue = true;
  }

  return { poke };
}
