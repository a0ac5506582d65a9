/** What other servers are informed about. Its transaction has written it. */
export interface FederationEvent {
  id: string;
  type: string;
  actorId: string;
  reference: string | null;
  /** The id of the other server's account; null if it no longer exists or the event has none. */
  objectUri: string | null;
  objectInbox: string | null;
  /** Further accounts of other servers to inform. */
  recipientIds: string[];
}

export interface PreparedActivity {
  body: string;
  inboxes: readonly string[];
}

/** Null if there is nobody to inform. */
export function toPrepared(activity: object, inboxes: readonly string[]): PreparedActivity | null {
  return inboxes.length === 0 ? null : { body: JSON.stringify(activity), inboxes };
}
