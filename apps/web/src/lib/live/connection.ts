import { streamReconnectDelayMs } from '@skein/contracts/limits';
import type { LiveState } from './hub.ts';
import type { OpenStream, StreamNews } from './open-stream.ts';

/** Why a stream does not come about, as far as can be found out. */
export type Cause = 'signed-out' | 'repaired' | 'unknown';

interface ConnectionOptions {
  userId: string;
  openStream: OpenStream;
  /** Asked when it keeps failing: an EventSource tells no reason. */
  findCause: () => Promise<Cause>;
  lastEventId: () => string | null;
  onNews: (news: StreamNews) => void;
  onState: (state: LiveState) => void;
}

const failuresBeforeAsking = 2;
const delayMaxMs = 60_000;

/**
 * Keeps one stream open: five seconds after it has broken it is opened again (spec, section 9),
 * later and later while that keeps failing, at once when the network is back. Answers with how
 * to end it.
 */
export function keepConnected(options: ConnectionOptions): () => void {
  const { userId, openStream, findCause, lastEventId, onNews, onState } = options;
  let closeStream = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One that is refused from the start has a reason that waiting will not change.
  let failures = failuresBeforeAsking - 1;
  let isEnded = false;

  const connect = () => {
    clearTimeout(timer);
    timer = undefined;
    onState('connecting');
    closeStream = openStream(lastEventId(), {
      onNews: (news) => {
        if (news.name === 'connected') {
          // The cookie is still that of somebody who was signed in here before.
          if (news.event.userId !== userId) {
            breakOff(failuresBeforeAsking);
            return;
          }
          failures = 0;
          onState('open');
        }
        onNews(news);
      },
      onBroken: () => breakOff(failures + 1),
    });
  };

  const breakOff = (newFailures: number) => {
    closeStream();
    failures = newFailures;
    onState('closed');
    void wait();
  };

  const wait = async () => {
    timer = setTimeout(connect, delayAfter(failures));
    if (failures < failuresBeforeAsking) return;
    const waiting = timer;
    const cause = await findCause();
    // Meanwhile it may have been ended, or opened.
    if (isEnded || timer !== waiting) return;
    if (cause === 'repaired') connect();
    if (cause === 'signed-out') clearTimeout(timer);
  };

  // Without a network nothing comes, but a stream notices that late or never.
  const onOffline = () => {
    if (timer === undefined) breakOff(1);
  };
  const onOnline = () => {
    if (timer !== undefined) connect();
  };
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  connect();

  return () => {
    isEnded = true;
    clearTimeout(timer);
    closeStream();
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}

/** Not all browsers at the same moment, when a server that was away comes back late. */
function delayAfter(failures: number): number {
  const doublings = Math.max(0, failures - failuresBeforeAsking);
  if (doublings === 0) return streamReconnectDelayMs;
  return Math.min(delayMaxMs, streamReconnectDelayMs * 2 ** doublings) * (1 + Math.random() / 5);
}
