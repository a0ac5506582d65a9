import type { LiveState } from './hub.ts';
import type { OpenStream, StreamNews } from './open-stream.ts';
import { createRetry, failuresBeforeAsking } from './retry.ts';
import type { Cause } from './retry.ts';
import { watchSilence } from './watch-silence.ts';

interface ConnectionOptions {
  userId: string;
  openStream: OpenStream;
  findCause: () => Promise<Cause>;
  lastEventId: () => string | null;
  onNews: (news: StreamNews) => void;
  onState: (state: LiveState) => void;
}

/** Somebody came back to a page, or does something on it. */
export type Sign = 'return' | 'use';

export interface Connection {
  /** Somebody wants to know what happens now. */
  wake: (sign: Sign) => void;
  end: () => void;
}

/**
 * Keeps one stream open: five seconds after it has broken it is opened again (spec, section 9),
 * later and later while that keeps failing; at once when it has fallen silent, when the network is
 * back or another one, and when somebody comes back to the page. One that the server has closed for
 * newer ones of the same person stays closed until somebody is there.
 */
export function keepConnected(options: ConnectionOptions): Connection {
  const { userId, openStream, findCause, lastEventId, onNews, onState } = options;
  let closeStream = () => {};
  // One that is refused from the start has a reason that waiting will not change.
  let failures = failuresBeforeAsking - 1;
  let isResting = false;

  const connect = () => {
    retry.cancel();
    closeStream();
    isResting = false;
    onState('connecting');
    silence.start();
    closeStream = openStream(lastEventId(), { onNews: take, onBroken: () => fail(failures + 1) });
  };
  const close = () => {
    closeStream();
    silence.stop();
    onState('closed');
  };
  const fail = (newFailures: number) => {
    close();
    failures = newFailures;
    retry.after(failures);
  };
  const take = (news: StreamNews) => {
    silence.hear();
    if (news.name === 'heartbeat') return;
    if (news.name === 'superseded') {
      close();
      isResting = true;
      return;
    }
    if (news.name === 'connected') {
      // The cookie is still that of somebody who was signed in here before.
      if (news.event.userId !== userId) {
        fail(failuresBeforeAsking);
        return;
      }
      failures = 0;
      onState('open');
    }
    onNews(news);
  };
  const retry = createRetry(findCause, connect);
  const silence = watchSilence(connect);
  const stopWatching = watchNetwork({
    // Without a network nothing comes, but a stream notices that late or never.
    onOffline: () => !retry.isWaiting() && !isResting && fail(1),
    // Also of a stream that seems open: it may be one of the network before.
    onOnline: () => !isResting && connect(),
  });
  connect();

  return {
    wake(sign) {
      if (isResting || (sign === 'return' && (retry.isWaiting() || silence.isLate()))) connect();
    },
    end() {
      stopWatching();
      retry.cancel();
      silence.stop();
      closeStream();
    },
  };
}

function watchNetwork(listeners: Record<'onOffline' | 'onOnline', () => unknown>): () => void {
  const { onOffline, onOnline } = listeners;
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);
  return () => {
    window.removeEventListener('offline', onOffline);
    window.removeEventListener('online', onOnline);
  };
}
