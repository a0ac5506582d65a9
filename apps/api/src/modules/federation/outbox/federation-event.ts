import type { FederationEventType } from '../../../domain/events/federation-event-type.ts';

/** What other servers are informed about. Its transaction has written it. */
export interface FederationEvent {
  id: string;
  type: FederationEventType;
  actorId: string;
  /** What the activity is about, such as the id of a thread. It is empty if the actor says enough. */
  reference: string;
  /** The id of the other server's account; null if it no longer exists or the event has none. */
  objectUri: string | null;
  objectInbox: string | null;
  /** Further accounts of other servers to inform. */
  recipientIds: string[];
}

/** An event for one account of another server. */
export interface DirectEvent extends FederationEvent {
  objectUri: string;
  objectInbox: string;
}

export interface PreparedActivity {
  activity: object;
  inboxes: readonly string[];
}
