import type { UserActivity } from './connection.ts';

/** Calls the listener when the user returns to this page or uses it. Returns a function to unsubscribe. */
export function onUserActivity(onActivity: (activity: UserActivity) => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const onReturn = () => document.visibilityState === 'visible' && onActivity('return');
  const onUse = () => onActivity('use');
  document.addEventListener('visibilitychange', onReturn, { signal });
  // Includes pages restored from the back/forward cache.
  window.addEventListener('pageshow', onReturn, { signal });
  window.addEventListener('focus', onReturn, { signal });
  window.addEventListener('keydown', onUse, { signal, passive: true });
  window.addEventListener('pointerdown', onUse, { signal, passive: true });
  return () => watching.abort();
}
