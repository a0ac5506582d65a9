import type { ChatMessage } from '@skein/contracts/chat';
import type { Listener, Stream } from './audience.ts';

/** The messages of a person in the order in which their transactions were committed. */
export interface Inbox {
  list(
    userId: string,
    afterSeq: number,
    limit: number,
  ): Promise<readonly { seq: number; message: ChatMessage }[]>;
  /** Null for a message that is not in this person's inbox. */
  positionOf(userId: string, messageId: string): Promise<number | null>;
  lastPosition(userId: string): Promise<number>;
  /** Of many at once; whoever never had a message is left out. */
  lastPositions(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Together they stay far below what may wait for a reader. */
const messagesPerRead = 20;
/** Whoever misses messages and does not take what was sent for so long is cut off. */
const heldUpMaxMs = 10_000;

interface DeliveryOptions {
  inbox: Pick<Inbox, 'list'>;
  write: (message: ChatMessage) => Buffer;
  /** Few people are read for at a time: requests need the database, too. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  onError: (error: unknown) => void;
}

/**
 * Brings messages to streams: poked, it reads what a person's inbox holds beyond the cursors of
 * their streams. A signal that is lost or comes twice changes nothing about what arrives.
 */
export function createDelivery({ inbox, write, inTurn, onError }: DeliveryOptions) {
  const reading = new Set<Listener>();
  /** Poked while being read. */
  const again = new Set<Listener>();
  /** Could not be read. */
  const failed = new Set<Listener>();

  async function read(listener: Listener): Promise<void> {
    try {
      do {
        again.delete(listener);
        await inTurn(() => deliverSome(listener));
      } while (again.has(listener));
    } catch (error) {
      failed.add(listener);
      onError(error);
    } finally {
      reading.delete(listener);
    }
  }

  async function deliverSome(listener: Listener): Promise<void> {
    const ready = [...listener.streams].filter(isReady);
    if (ready.length === 0) return;
    const from = Math.min(...ready.map(({ cursor }) => cursor));
    const entries = await inbox.list(listener.userId, from, messagesPerRead);
    for (const { seq, message } of entries) sendTo(ready, seq, write(message));
    if (entries.length < messagesPerRead) return;
    for (const stream of ready) holdUp(listener, stream);
    again.add(listener);
  }

  /** Who has a long way to catch up is sent no more than they take. */
  function holdUp(listener: Listener, stream: Stream): void {
    if (!stream.channel.needsDrain) return;
    stream.heldUpSince = performance.now();
    stream.channel.onceDrained(() => {
      stream.heldUpSince = null;
      poke(listener);
    });
  }

  function poke(listener: Listener): void {
    if (reading.has(listener)) {
      again.add(listener);
      return;
    }
    reading.add(listener);
    void read(listener);
  }

  return {
    /** There may be something new for this person. */
    poke,

    /** Now and then: tries again what failed, and gives up whom nothing reaches. */
    tend: (streams: readonly Stream[]): void => {
      cutHeldUp(streams);
      const retried = [...failed];
      failed.clear();
      for (const listener of retried) poke(listener);
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

function cutHeldUp(streams: readonly Stream[]): void {
  const now = performance.now();
  for (const { heldUpSince, channel } of streams) {
    if (heldUpSince !== null && now - heldUpSince > heldUpMaxMs) channel.cut();
  }
}

function isReady({ channel, heldUpSince }: Stream): boolean {
  return channel.isOpen && heldUpSince === null;
}
