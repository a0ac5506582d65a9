import type { StreamEvents } from '@skein/contracts/realtime';

export type EngagementChange = StreamEvents['engagement']['change'];

/**
 * Notifies every server process that something has changed. A signal contains ids only: receivers read
 * the data from the database, so a lost signal loses no data.
 */
export type Signal =
  /** These users have new messages. */
  | { kind: 'message'; userIds: readonly string[] }
  /** `readerId` has read a conversation up to the message `upTo`. `userIds` are the reader and the senders. */
  | {
      kind: 'read';
      conversationId: string;
      readerId: string;
      upTo: string;
      userIds: readonly string[];
    }
  | ({ kind: 'message-changed' } & MessageChange)
  | ({ kind: 'message-deleted' } & MessageChange)
  /** `userIds` are the members who see that `userId` is typing. */
  | { kind: 'typing'; conversationId: string; userId: string; userIds: readonly string[] }
  /** A conversation has changed for these users, such as their settings or the members. */
  | { kind: 'conversation'; conversationId: string; userIds: readonly string[] }
  /** `userId` has saved a draft. */
  | { kind: 'draft'; conversationId: string; userId: string; revision: number }
  /** `userId` has dismissed an announcement. */
  | { kind: 'announcement-dismissed'; userId: string }
  /** `userId` has liked, bookmarked, reposted or reacted to a thread, or undone it. */
  | { kind: 'engagement'; userId: string; threadId: string; change: EngagementChange }
  /** The notifications of these users have changed. */
  | { kind: 'notification'; userIds: readonly string[] }
  /**
   * What `users` read (`*` for everyone) has changed up to this position of the write-ahead log. Sent
   * only if there are read replicas.
   */
  | { kind: 'written'; users: readonly string[]; position: number }
  /** Feeds have a new entry. */
  | { kind: 'feed' }
  | ThreadSignal
  /** The streams that a user has open at one server, in the order of opening. */
  | { kind: 'streams'; userId: string; server: string; streamIds: readonly string[] }
  /** Heartbeat of a server that has open streams. */
  | { kind: 'alive'; server: string };

interface MessageChange {
  conversationId: string;
  messageId: string;
  /** The members who may know of it. */
  userIds: readonly string[];
}

/** A thread, quote, reply or repost was published or deleted, a thread was edited, or its video was converted. */
export interface ThreadSignal {
  kind: 'thread';
  /** `edited` also if the quoted thread was removed from a quote. */
  change: 'published' | 'edited' | 'converted' | 'deleted';
  /** The id of the repost, or else that of the thread. */
  key: string;
  threadId: string;
  /** The reposter, or else the author. */
  actorId: string;
  /** The root of a deleted reply. */
  rootId: string | null;
  /** The audience of a deleted thread, which can no longer be read; `public` for all other changes. */
  audience: 'public' | 'unlisted' | 'followers' | 'mentioned';
}

export interface BusListener {
  onSignal(signal: Signal): void;
  /** Signals may have been lost: everything that depends on them has to be read again. */
  onGapEnded(): void;
}

/** Delivers signals to all server processes, including the publishing one. */
export interface Bus {
  /** Call after the commit. Never throws and never waits. */
  publish(signal: Signal): void;
  /** Returns the function that unsubscribes. */
  subscribe(listener: BusListener): () => void;
  stop(): Promise<void>;
}
