import type { LiveState } from './stream-emitter.ts';
import type { OpenStream, StreamEnvelope } from './open-stream.ts';
import { createRetry, failuresBeforeDiagnosis } from './retry.ts';
import type { FailureCause } from './retry.ts';
import { createSilenceDetector } from './silence-detector.ts';

interface ConnectionOptions {
  userId: string;
  openStream: OpenStream;
  findCause: () => Promise<FailureCause>;
  lastEventId: () => string | null;
  onEvent: (envelope: StreamEnvelope) => void;
  onState: (state: LiveState) => void;
}

/** The user returned to a page, or uses it. */
export type UserActivity = 'return' | 'use';

export interface Connection {
  /** Reconnects if the activity justifies it. */
  wake: (activity: UserActivity) => void;
  end: () => void;
}

/**
 * Keeps one stream open. A broken stream is opened again after five seconds, with
 * a growing delay while that fails; at once when no heartbeat arrives, when the network returns or
 * changes, and when the user returns to the page. A stream that the server has closed in favor of
 * newer ones of the same user stays closed until the user uses the page.
 */
export function openConnection(options: ConnectionOptions): Connection {
  const { userId, openStream, findCause, lastEventId, onEvent, onState } = options;
  let closeStream = () => {};
  // A stream that fails at once has a cause that waiting does not change.
  let failures = failuresBeforeDiagnosis - 1;
  let isSuperseded = false;

  const connect = () => {
    retry.cancel();
    closeStream();
    isSuperseded = false;
    onState('connecting');
    silence.start();
    const onClosed = () => fail(failures + 1);
    closeStream = openStream(lastEventId(), { onEvent: receive, onClosed });
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
  const receive = (envelope: StreamEnvelope) => {
    silence.recordActivity();
    if (envelope.name === 'heartbeat') return;
    if (envelope.name === 'superseded') {
      isSuperseded = true;
      close();
      return;
    }
    if (envelope.name === 'connected') {
      // The cookie may be that of a previously signed-in user.
      if (envelope.event.userId !== userId) {
        fail(failuresBeforeDiagnosis);
        return;
      }
      failures = 0;
      onState('open');
    }
    onEvent(envelope);
  };
  const retry = createRetry(findCause, connect);
  const silence = createSilenceDetector(connect);
  // A stream reports a lost network late or never.
  const onOffline = () => !retry.isWaiting() && !isSuperseded && fail(1);
  // A stream that seems open may belong to the previous network.
  const stopWatching = watchNetwork({ onOffline, onOnline: () => !isSuperseded && connect() });
  connect();

  return {
    wake(activity) {
      const isStale = retry.isWaiting() || silence.isLate();
      if (isSuperseded || (activity === 'return' && isStale)) connect();
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
