import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const addAll = vi.fn<(requests: Request[]) => Promise<void>>(async () => undefined);
const deleteCache = vi.fn<(name: string) => Promise<boolean>>(async () => true);
const cacheNames = ['precache-old', 'precache-new', 'shell-older', 'answers'];

/** The worker's own module, as the build of version `new` makes it. */
async function loadPrecache() {
  vi.stubGlobal('__PRECACHE__', {
    version: 'new',
    files: ['/assets/feed-1.js', '/theme.js'],
    emojis: { de: '/assets/emojis-de-1.json', en: '/assets/emojis-en-1.json' },
  });
  vi.stubGlobal('caches', {
    open: async () => ({ addAll }),
    keys: async () => cacheNames,
    delete: deleteCache,
  });
  return import('./precache.ts');
}

beforeEach(() => {
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
