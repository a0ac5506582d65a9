type Listener = (usedToken: string | null) => void;

const listeners = new Set<Listener>();

/**
 * Calls the listener when the server has rejected an access token. The listener gets that token,
 * because a late response may belong to a session that has been replaced since.
 */
export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** May be called only by the API client. */
export function announceUnauthorized(usedToken: string | null): void {
  for (const listener of listeners) listener(usedToken);
}
