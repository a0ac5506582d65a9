import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const list = vi.fn<typeof fetch>();
const addAll = vi.fn<Cache['addAll']>(async () => undefined);
const cached = [new Request('http://localhost/assets/feed-1.js')];

/** The worker's own module, as the build of version `new` makes it. */
async function loadShell() {
  vi.stubGlobal('__SHELL__', { version: 'new', files: [] });
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => cached, addAll }) });
  vi.stubGlobal('fetch', list);
  return import('./shell.ts');
}

beforeEach(() => {
  addAll.mockClear();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('caches the other screens by a list that is not taken from the HTTP cache', async () => {
  const { cacheScreens } = await loadShell();
  const screens = ['/assets/feed-1.js', '/assets/search-1.js'];
  list.mockResolvedValueOnce(Response.json({ version: 'new', screens }));
  await cacheScreens();
  expect(list).toHaveBeenCalledWith('/offline-screens.json', { cache: 'no-cache' });
  expect(addAll).toHaveBeenCalledExactlyOnceWith(['/assets/search-1.js']);
});

it('caches nothing by the list of another version', async () => {
  const { cacheScreens } = await loadShell();
  list.mockResolvedValueOnce(Response.json({ version: 'old', screens: ['/assets/gone.js'] }));
  await cacheScreens();
  expect(addAll).not.toHaveBeenCalled();
});
