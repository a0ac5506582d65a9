const cacheName = 'answers';

/** Where the service worker keeps what a person has last seen, for when there is no connection. */
export function openKeptAnswers(): Promise<Cache> {
  return caches.open(cacheName);
}

/** Forgets what was kept: it is nobody else's business. */
export async function forgetKeptAnswers(): Promise<void> {
  // Missing on pages without https.
  if ('caches' in globalThis) await caches.delete(cacheName);
}
