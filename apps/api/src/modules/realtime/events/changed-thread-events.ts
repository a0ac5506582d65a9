import type { streamEvents } from '@skein/contracts/realtime';
import type { EventFormat } from '../../../platform/events/event-stream.ts';
import type { ThreadSignal } from '../../../platform/events/bus.ts';
import type { ConnectionRegistry } from '../connections/connection-registry.ts';

/** Changes of one thread during this pause become one event. */
const pauseMs = 1000;
/** 10,000 writes at once would delay everything else by half a second. */
const usersPerGroup = 100;
const groupPauseMs = 50;
/** Further threads are not reported: clients load them when they are opened. */
const waitingMax = 100;

export interface ThreadReaders {
  /** Returns the readers who may see a thread. */
  listThreadReaders(threadId: string, readerIds: readonly string[]): Promise<string[]>;
}

interface ChangedThreadEventsOptions {
  feed: ThreadReaders;
  registry: Pick<ConnectionRegistry, 'listAll' | 'send'>;
  format: EventFormat<typeof streamEvents>;
  onError: (error: unknown) => void;
}

/**
 * Reports edits of threads to the connected users who may see them: one thread after the other, to
 * one group of users after the other.
 */
export function createChangedThreadEvents(options: ChangedThreadEventsOptions) {
  const { feed, registry, format, onError } = options;
  const waiting = new Set<string>();
  let isSending = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms).unref();
    });

  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.size > 0 && !isStopped) {
      await pause(pauseMs);
      const due = [...waiting];
      waiting.clear();
      for (const threadId of due) await sendToAll(threadId).catch(onError);
    }
    isSending = false;
  }

  async function sendToAll(threadId: string): Promise<void> {
    const connected = registry.listAll().map(({ userId }) => userId);
    const event = format('threadChanged', { threadId });
    for (let first = 0; first < connected.length && !isStopped; first += usersPerGroup) {
      const group = connected.slice(first, first + usersPerGroup);
      const readers = await feed.listThreadReaders(threadId, group);
      for (const userId of readers) registry.send(userId, () => event);
      await pause(groupPauseMs);
    }
  }

  return {
    sendChangedThread: ({ change, threadId }: ThreadSignal): void => {
      if (change !== 'edited' || waiting.size >= waitingMax) return;
      waiting.add(threadId);
      if (!isSending) void sendWaiting();
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
