import type { EventChannel } from '../../http/streams/sse.ts';

/** One open stream. */
export interface Stream {
  /** A UUIDv7: streams sort by when they were opened. */
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly channel: EventChannel;
  /** Position in the person's inbox up to which messages were sent. */
  cursor: number;
  /** Since when it has to take what was sent before it gets more of what it missed, else null. */
  heldUpSince: number | null;
}

/** Somebody with at least one open stream here. */
export interface Listener {
  readonly userId: string;
  /** The oldest first. */
  readonly streams: Set<Stream>;
  /** Feed entries up to this key have been told of. */
  feedKey: string;
}

export type Audience = ReturnType<typeof createAudience>;

/**
 * Who has streams open at this server.
 * @param onChange somebody's streams are others now
 */
export function createAudience(onChange: (listener: Listener) => void) {
  const listeners = new Map<string, Listener>();

  return {
    join(stream: Stream, feedKey: string): Listener {
      const { userId, channel } = stream;
      const listener = listeners.get(userId) ?? { userId, feedKey, streams: new Set() };
      listeners.set(userId, listener);
      listener.streams.add(stream);
      channel.onceClosed(() => {
        listener.streams.delete(stream);
        if (listener.streams.size === 0) listeners.delete(userId);
        onChange(listener);
      });
      onChange(listener);
      return listener;
    },

    find: (userId: string): Listener | undefined => listeners.get(userId),
    /** A copy: it may change while one goes through it. */
    listAll: (): Listener[] => [...listeners.values()],
    listStreams: (): Stream[] => [...listeners.values()].flatMap(({ streams }) => [...streams]),

    /** To all streams of a person, written out once. */
    send(userId: string, write: () => Buffer): void {
      const listener = listeners.get(userId);
      if (listener === undefined) return;
      const event = write();
      for (const { channel } of listener.streams) channel.send(event);
    },
  };
}
