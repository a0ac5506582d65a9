import { paths } from '../lib/paths.ts';

/** Put in by the build: the files of a first visit, and a hash that changes with every build. */
declare const __SHELL__: { version: string; files: readonly string[] };

/** What `/offline-screens.json` holds: the files of the other screens, of one version of the app. */
interface OfflineScreens {
  version: string;
  screens: readonly string[];
}

// Once: the build puts the list wherever the name is.
const shell = __SHELL__;
const cacheName = `shell-${shell.version}`;
/** Any address of a screen gets the same page. */
const page = paths.feed;

/** Caches the shell: the files that the page has just loaded. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...shell.files]);
}

/** Caches the screens that are not cached yet, so that they open offline. */
export async function cacheScreens(): Promise<void> {
  // The list of an earlier build may still be in the browser's HTTP cache.
  const response = await fetch('/offline-screens.json', { cache: 'no-cache' });
  // The build writes it by this type.
  const { version, screens } = (await response.json()) as OfflineScreens;
  // A newer server has other files; its worker is about to replace this one.
  if (version !== shell.version) return;
  const cache = await caches.open(cacheName);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(screens.filter((file) => !cached.has(file)));
}

/** Drops the shells of earlier versions. */
export async function dropOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('shell-') && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The page as the server has it now; without a connection as it was kept. */
export async function answerPage(event: FetchEvent): Promise<Response> {
  try {
    // The browser may have asked already, while this worker was starting.
    const early: unknown = await event.preloadResponse;
    if (early instanceof Response) return early;
    return await fetch(event.request);
  } catch {
    return (await caches.match(page)) ?? Response.error();
  }
}

/** A file that never changes under its name: kept from its first use on. */
export async function answerFile(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}
