// Storage keys stay the same across versions.
const cacheName = 'answers';
const sessionParameter = 'session';

/** The service worker's cache of API responses, for reading without a connection. */
export function openCachedResponses(): Promise<Cache> {
  return caches.open(cacheName);
}

/** To be called when the last account signs out: the responses contain personal data. */
export async function deleteCachedResponses(): Promise<void> {
  // Pages served over plain HTTP have no caches.
  if ('caches' in globalThis) await caches.delete(cacheName);
}

/** Deletes the responses to one session, whose user signs out while other accounts stay. */
export async function deleteSessionResponses(token: string): Promise<void> {
  if (!('caches' in globalThis)) return;
  const [cache, session] = await Promise.all([
    openCachedResponses(),
    hashSession(`Bearer ${token}`),
  ]);
  const requests = (await cache.keys()).filter(({ url }) => getSession(url) === session);
  await Promise.all(requests.map((request) => cache.delete(request)));
}

/**
 * The key of a response. Contains a hash of the token, so that one session never gets the response to
 * another.
 */
export async function getCacheKey({ url, headers }: Request): Promise<string> {
  const key = new URL(url);
  key.searchParams.set(sessionParameter, await hashSession(headers.get('Authorization') ?? ''));
  return key.href;
}

const getSession = (url: string) => new URL(url).searchParams.get(sessionParameter);

async function hashSession(authorization: string): Promise<string> {
  const token = new TextEncoder().encode(authorization);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
