/**
 * Something has changed, told to every server process: ids alone. Who hears it reads what is behind
 * it from the tables, so that nothing stored is lost when a signal is.
 */
export type Signal =
  /** New messages in the inboxes of these people. */
  | { kind: 'message'; userIds: readonly string[] }
  /** `readerId` has read the conversation with `partnerId` up to the message `upTo`. */
  | { kind: 'read'; readerId: string; partnerId: string; upTo: string }
  | { kind: 'message-deleted'; messageId: string; senderId: string; receiverId: string }
  | { kind: 'typing'; userId: string; partnerId: string }
  /** `userId` has changed their own side of the conversation with `partnerId`. */
  | { kind: 'conversation'; userId: string; partnerId: string }
  /** What these people have to be told of has changed. */
  | { kind: 'notification'; userIds: readonly string[] }
  /** Somebody has put something into feeds. */
  | { kind: 'feed' }
  /** The streams that a person now has at one of the servers, by the ids of their opening. */
  | { kind: 'streams'; userId: string; server: string; streamIds: readonly string[] }
  /** The server with these streams is still there. */
  | { kind: 'alive'; server: string };

export interface BusListener {
  onSignal(signal: Signal): void;
  /** Signals may have been missed: whoever is connected has to be looked after anew. */
  onGapEnded(): void;
}

/** Carries signals between server processes, to their sender as well. */
export interface Bus {
  /** After the commit of what it tells of. Never throws and never waits: a lost signal is no loss. */
  publish(signal: Signal): void;
  /** Returns what ends it. */
  subscribe(listener: BusListener): () => void;
  stop(): Promise<void>;
}
