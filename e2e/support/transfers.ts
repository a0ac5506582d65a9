import { get } from 'node:http';
import type { Page } from '@playwright/test';

export interface Transfer {
  path: string;
  /** Size of the gzipped response body. */
  gzipBytes: number;
}

/**
 * All files of one kind that the page has loaded: by tags, imports and preloads, and by the service
 * worker including its cache.
 */
export async function listTransfers(page: Page, extension: '.js' | '.css'): Promise<Transfer[]> {
  const urls = await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const workers = registrations.flatMap(({ active }) => active?.scriptURL ?? []);
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      cached.push(...requests.map(({ url }) => url));
    }
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return [...new Set([...loaded, ...workers, ...cached])];
  });
  const matching = urls.filter((url) => new URL(url).pathname.endsWith(extension));
  return Promise.all(
    matching.map(async (url) => ({
      path: new URL(url).pathname,
      gzipBytes: await countGzipBytes(url),
    })),
  );
}

/** Requests the file directly, because Playwright's client decompresses responses. */
function countGzipBytes(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}
