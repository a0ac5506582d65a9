import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const addAll = vi.fn<(requests: Request[]) => Promise<void>>(async () => undefined);
const deleteCache = vi.fn<(name: string) => Promise<boolean>>(async () => true);
/** By path. */
const stored = new Map<string, Response>();
const getPath = (request: Request | string) =>
  new URL(typeof request === 'string' ? request : request.url, 'http://skein.test').pathname;
const newCache = {
  addAll,
  add: async (path: string) => void stored.set(path, new Response()),
  match: async (request: Request | string) => stored.get(getPath(request))?.clone(),
  put: async (path: string, response: Response) => void stored.set(path, response),
  keys: async () => [...stored.keys()].map((path) => new Request(`http://skein.test${path}`)),
  delete: async (request: Request) => stored.delete(getPath(request)),
};
const cacheNames = ['precache-old', 'precache-new', 'shell-older', 'answers'];

/** The worker's own module, as the build of version `new` makes it. */
async function loadPrecache() {
  vi.stubGlobal('__PRECACHE__', {
    version: 'new',
    files: ['/assets/feed-1.js', '/theme.js'],
    emojis: { de: '/assets/emojis-de-1.json', en: '/assets/emojis-en-1.json' },
  });
  vi.stubGlobal('caches', {
    open: async () => newCache,
    keys: async () => cacheNames,
    delete: deleteCache,
  });
  return import('./precache.ts');
}

/** Opens a page, which the server sends with these elements. */
async function openPage(path: string, html: string): Promise<void> {
  const { respondWithPage } = await loadPrecache();
  let cached: Promise<unknown> = Promise.resolve();
  const event: unknown = {
    request: new Request(`http://skein.test${path}`),
    preloadResponse: Promise.resolve(new Response(html)),
    waitUntil: (promise: Promise<unknown>) => {
      cached = promise;
    },
  };
  // The handler uses only these properties.
  const response = await respondWithPage(event as FetchEvent);
  expect(await response.text()).toBe(html);
  await cached;
}

beforeEach(() => {
  stored.clear();
  addAll.mockClear();
  deleteCache.mockClear();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('precaches the page, all files and the emojis of the language, and revalidates those without a hash in their name', async () => {
  const { precacheApp } = await loadPrecache();
  await precacheApp();
  const [requests = []] = addAll.mock.calls[0] ?? [];
  expect(requests.map(({ url, cache }) => [new URL(url).pathname, cache])).toEqual([
    ['/feed', 'no-cache'],
    ['/assets/feed-1.js', 'default'],
    ['/theme.js', 'no-cache'],
    ['/assets/emojis-en-1.json', 'default'],
  ]);
});

it('deletes the precaches of earlier versions only', async () => {
  const { deleteOldPrecaches } = await loadPrecache();
  await deleteOldPrecaches();
  expect(deleteCache.mock.calls).toEqual([['precache-old'], ['shell-older']]);
});

it('reports which files are precached', async () => {
  const { isPrecached } = await loadPrecache();
  expect(isPrecached(new URL('http://skein.test/theme.js'))).toBe(true);
  expect(isPrecached(new URL('http://skein.test/api/threads'))).toBe(false);
});

it('caches the page again with the current logo of the instance', async () => {
  const toHtml = (logo: string) =>
    `<meta name="logo" content="/media/${logo}/96.png"><script src="/assets/feed-1.js">`;
  await openPage('/feed', toHtml('old'));
  expect([...stored.keys()]).toEqual(['/media/old/96.png', '/feed']);
  await openPage('/feed', toHtml('new'));
  expect([...stored.keys()].toSorted()).toEqual(['/feed', '/media/new/96.png']);
  expect(await stored.get('/feed')?.text()).toBe(toHtml('new'));
  const { isPrecached } = await loadPrecache();
  expect(isPrecached(new URL('http://skein.test/media/new/96.png'))).toBe(true);
});

it('does not cache the page of a later version or of a thread', async () => {
  await openPage('/feed', '<script src="/assets/feed-2.js">');
  await openPage('/thread/1', '<script src="/assets/feed-1.js">');
  expect([...stored.keys()]).toEqual([]);
});
