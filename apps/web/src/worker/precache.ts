import type { Locale } from '@skein/messages';
import { readLocale } from '../lib/locale.ts';
import { paths } from '../lib/paths.ts';
import { worker } from './scope.ts';

/**
 * Set by the build: all files of the app, the emojis of each language, and a hash that changes with any
 * of them.
 */
declare const __PRECACHE__: {
  version: string;
  files: readonly string[];
  emojis: Readonly<Record<Locale, string>>;
};

// Referenced once, because the build inserts the list wherever the name is used.
const precache = __PRECACHE__;
const cachePrefix = 'precache-';
const cacheName = cachePrefix + precache.version;
/** With the emojis of the language in use, which take about 50 kB. */
const precachedPaths = [...precache.files, precache.emojis[readLocale()]];
const files: ReadonlySet<string> = new Set(precachedPaths);
/** The server sends the same HTML for every page. */
const page = paths.feed;

/** Caches the app, so that every page opens offline. */
export async function precacheApp(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...precachedPaths].map(requestCurrent));
}

/** Deletes the caches of earlier versions. */
export async function deleteOldPrecaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => isPrecacheName(name) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export function isPrecached({ pathname }: URL): boolean {
  return files.has(pathname);
}

/** The page from the server, or from the cache without a connection. */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  try {
    // The browser may have requested it while this worker was starting.
    const preloaded: unknown = await event.preloadResponse;
    if (preloaded instanceof Response) return preloaded;
    return await fetch(event.request);
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

/** A precached file, or the server's if the browser has evicted it. */
export async function respondWithFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request)) ?? fetch(request);
}

/** Files without a hash in their name can be outdated in the HTTP cache. */
function requestCurrent(path: string): Request {
  const url = new URL(path, worker.location.origin);
  return new Request(url, { cache: path.startsWith('/assets/') ? 'default' : 'no-cache' });
}

/** Versions before 0.2 named their caches `shell-…`. */
function isPrecacheName(name: string): boolean {
  return name.startsWith(cachePrefix) || name.startsWith('shell-');
}
