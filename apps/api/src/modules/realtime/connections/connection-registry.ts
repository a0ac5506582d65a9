import type { EventChannel } from '../../../platform/events/event-stream.ts';

/** One open stream. */
export interface Stream {
  /** A UUIDv7: streams sort by when they were opened. */
  readonly id: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly address: string | undefined;
  readonly channel: EventChannel;
  /** Position in the user's inbox up to which messages were sent. */
  cursor: number;
}

/** A user with at least one open stream on this server. */
export interface ConnectedUser {
  readonly userId: string;
  /** The oldest first. */
  streams: readonly Stream[];
  /** Feed entries up to this key were counted. */
  feedKey: string;
}

export type ConnectionRegistry = ReturnType<typeof createConnectionRegistry>;

/**
 * The open streams of this server, by user.
 * @param onChange Called when a user's streams have changed.
 */
export function createConnectionRegistry(onChange: (user: ConnectedUser) => void) {
  const users = new Map<string, ConnectedUser>();
  const streams = new Set<Stream>();

  return {
    add(stream: Stream, feedKey: string): ConnectedUser {
      const { userId, channel } = stream;
      const user = users.get(userId) ?? { userId, feedKey, streams: [] };
      users.set(userId, user);
      user.streams = user.streams.concat(stream);
      streams.add(stream);
      channel.onceClosed(() => {
        streams.delete(stream);
        user.streams = user.streams.filter((other) => other !== stream);
        if (user.streams.length === 0) users.delete(userId);
        onChange(user);
      });
      onChange(user);
      return user;
    },

    find: (userId: string): ConnectedUser | undefined => users.get(userId),
    /** Returns a copy, because the registry may change during iteration. */
    listAll: (): ConnectedUser[] => [...users.values()],
    listStreams: (): Stream[] => [...streams],

    /** Sends an event to all streams of a user, serialized once. */
    send(userId: string, write: () => Buffer): void {
      const user = users.get(userId);
      if (user === undefined) return;
      const event = write();
      for (const { channel } of user.streams) channel.send(event);
    },
  };
}
