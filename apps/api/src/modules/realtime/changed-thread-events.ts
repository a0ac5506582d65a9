import pLimit from 'p-limit';
import type { ThreadSignal } from '../../platform/events/bus.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import type { SignalHandlers } from './handle-signal.ts';

export interface ThreadReaders {
  /** Those of the readers who may see a thread. */
  listThreadReaders(threadId: string, readerIds: readonly string[]): Promise<string[]>;
}

interface ChangedThreadEventsOptions {
  feed: ThreadReaders;
  registry: Pick<ConnectionRegistry, 'listAll'>;
  send: SignalHandlers['send'];
  onError: (error: unknown) => void;
}

/** Reports edits of threads to the connected users who may see them. */
export function createChangedThreadEvents(options: ChangedThreadEventsOptions) {
  const { feed, registry, send, onError } = options;
  const limit = pLimit(1);

  async function sendToReaders(threadId: string): Promise<void> {
    const connected = registry.listAll().map(({ userId }) => userId);
    if (connected.length === 0) return;
    const readers = await feed.listThreadReaders(threadId, connected);
    for (const userId of readers) send(userId, 'threadChanged', { threadId });
  }

  return {
    sendChangedThread({ change, threadId }: ThreadSignal): void {
      if (change === 'edited') void limit(() => sendToReaders(threadId)).catch(onError);
    },
  };
}
