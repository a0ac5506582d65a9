import { paths } from '../lib/paths.ts';

/** Put in by the build: the files that every screen starts with, and what tells versions apart. */
declare const __SHELL__: { version: string; files: readonly string[] };

const cacheName = `shell-${__SHELL__.version}`;
/** Any address of a screen gets the same page. */
const page = paths.feed;

/** Takes the shell into keeping. */
export async function keepShell(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll([page, ...__SHELL__.files]);
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
