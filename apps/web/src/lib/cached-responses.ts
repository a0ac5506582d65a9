// Storage keys stay the same across versions.
const cacheName = 'answers';

/** The service worker's cache of API responses, for reading without a connection. */
export function openCachedResponses(): Promise<Cache> {
  return caches.open(cacheName);
}

/** To be called on sign-out: the responses contain personal data. */
export async function deleteCachedResponses(): Promise<void> {
  // Pages served over plain HTTP have no caches.
  if ('caches' in globalThis) await caches.delete(cacheName);
}
