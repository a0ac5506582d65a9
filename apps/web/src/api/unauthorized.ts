type Listener = (usedToken: string | null) => void;

const listeners = new Set<Listener>();

/**
 * Tells when the server did not accept a session. The listener gets the token that was sent:
 * an answer that comes late may speak of a session that has been replaced since.
 */
export function onUnauthorized(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** To be called by the API client alone. */
export function announceUnauthorized(usedToken: string | null): void {
  for (const listener of listeners) listener(usedToken);
}
