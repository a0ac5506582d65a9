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
const logoInPage = /\/media\/[\w./-]+\/96\.png/;
const logoPath = new RegExp(`^${logoInPage.source}$`);
/** The server sends the same HTML for every page. */
const page = paths.feed;

/** Caches the app, so that every page opens offline. */
export async function precacheApp(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...precachedPaths].map(requestCurrent));
  const cached = await cache.match(page);
  if (cached !== undefined) await cachePage(cached);
}

/** Deletes the caches of earlier versions. */
export async function deleteOldPrecaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => isPrecacheName(name) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

export function isPrecached(url: URL): boolean {
  return files.has(url.pathname) || isLogo(url);
}

/** The logo of an instance, which only has a file of this name. */
function isLogo({ pathname }: URL): boolean {
  return logoPath.test(pathname);
}

/** The page from the server, or from the cache without a connection. */
export async function respondWithPage(event: FetchEvent): Promise<Response> {
  try {
    const response = await loadPage(event);
    if (response.ok && new URL(event.request.url).pathname === page) {
      // If there is no space, the cached page stays unchanged.
      event.waitUntil(cachePage(response.clone()).catch(() => undefined));
    }
    return response;
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

async function loadPage(event: FetchEvent): Promise<Response> {
  // The browser may have requested it while this worker was starting.
  const preloaded: unknown = await event.preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(event.request);
}

/** The page has the name and the logo of the instance, which administrators change. */
async function cachePage(response: Response): Promise<void> {
  const html = await response.clone().text();
  // The page of a later version needs files that its own worker caches.
  const assets = html.match(/\/assets\/[^"'\s]+/g) ?? [];
  if (!assets.every((path) => files.has(path))) return;
  const cache = await caches.open(cacheName);
  const [logo] = html.match(logoInPage) ?? [];
  if (logo !== undefined && !(await cache.match(logo))) {
    await deleteLogos(cache);
    await cache.add(logo);
  }
  await cache.put(page, response);
}

async function deleteLogos(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const logos = requests.filter(({ url }) => isLogo(new URL(url)));
  await Promise.all(logos.map((request) => cache.delete(request)));
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
