import type { ChatMessage } from '@skein/contracts/chat';
import type { ConnectedUser, Stream } from '../connections/connection-registry.ts';

/** A user's messages in commit order. */
export interface Inbox {
  list(
    userId: string,
    afterSeq: number,
    limit: number,
  ): Promise<readonly { seq: number; message: ChatMessage }[]>;
  /** Null for a message that is not in the user's inbox. */
  findPosition(userId: string, messageId: string): Promise<number | null>;
  /** The message as the user sees it; null when they do not see it. */
  find(userId: string, messageId: string): Promise<ChatMessage | null>;
  lastPosition(userId: string): Promise<number>;
  /** Returns the users who have messages after a position. */
  listBehind(positions: readonly { userId: string; seq: number }[]): Promise<string[]>;
}

/** Messages per read, far below the limit of a stream's buffer. */
const messagesPerRead = 20;
/** A stream with pending messages that does not drain its buffer within this time is cut. */
const stallTimeoutMs = 10_000;

interface MessageEventsOptions {
  inbox: Pick<Inbox, 'list'>;
  write: (message: ChatMessage) => Buffer;
  /** Limits concurrent reads, because requests need the database too. */
  limit: <Result>(work: () => Promise<Result>) => Promise<Result>;
  onError: (error: unknown) => void;
}

/**
 * Sends new messages to streams. When woken, it reads the user's inbox from the position of their
 * streams, so lost or repeated signals do not change what arrives.
 */
export function createMessageEvents({ inbox, write, limit, onError }: MessageEventsOptions) {
  const reading = new Set<ConnectedUser>();
  /** Woken during a read. */
  const again = new Set<ConnectedUser>();
  /** The last read failed. */
  const failed = new Set<ConnectedUser>();
  const stalled = createStalledStreams();

  async function read(user: ConnectedUser): Promise<void> {
    try {
      do {
        again.delete(user);
        await limit(() => deliverBatch(user));
      } while (again.has(user));
    } catch (error) {
      failed.add(user);
      onError(error);
    } finally {
      reading.delete(user);
    }
  }

  async function deliverBatch(user: ConnectedUser): Promise<void> {
    const ready = user.streams.filter((stream) => stream.channel.isOpen && !stalled.has(stream));
    if (ready.length === 0) return;
    const from = Math.min(...ready.map(({ cursor }) => cursor));
    const entries = await inbox.list(user.userId, from, messagesPerRead);
    for (const { seq, message } of entries) sendTo(ready, seq, write(message));
    if (entries.length < messagesPerRead) return;
    for (const stream of ready) stalled.awaitDrain(stream, () => wake(user));
    again.add(user);
  }

  function wake(user: ConnectedUser): void {
    if (reading.has(user)) {
      again.add(user);
      return;
    }
    reading.add(user);
    void read(user);
  }

  return {
    /** Checks the user's inbox for new messages. */
    wake,

    /** Retries failed reads and cuts stalled streams. Called by a timer. */
    tick: (): void => {
      stalled.cut();
      const retried = [...failed];
      failed.clear();
      for (const user of retried) wake(user);
    },
  };
}

function sendTo(streams: readonly Stream[], seq: number, event: Buffer): void {
  for (const stream of streams) {
    if (stream.cursor >= seq) continue;
    stream.channel.send(event);
    stream.cursor = seq;
  }
}

/** Streams that are catching up and wait for their client to drain the buffer. */
function createStalledStreams() {
  const since = new Map<Stream, number>();
  return {
    has: (stream: Stream): boolean => since.has(stream),

    awaitDrain(stream: Stream, onDrained: () => void): void {
      if (!stream.channel.needsDrain) return;
      since.set(stream, performance.now());
      stream.channel.onceDrained(() => {
        since.delete(stream);
        onDrained();
      });
    },

    cut(): void {
      const now = performance.now();
      for (const [stream, startedAt] of since) {
        if (now - startedAt > stallTimeoutMs) stream.channel.abort();
        if (!stream.channel.isOpen) since.delete(stream);
      }
    },
  };
}
