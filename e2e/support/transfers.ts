import { get } from 'node:http';
import type { Page } from '@playwright/test';

export interface Transfer {
  path: string;
  /** Of the response body as the server sends it to a browser that accepts gzip. */
  gzipBytes: number;
}

/**
 * Every file of one kind that the page has loaded so far, by any means: tags, imports, preloads,
 * and the service worker with what it has cached.
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
  const wanted = urls.filter((url) => new URL(url).pathname.endsWith(extension));
  return Promise.all(
    wanted.map(async (url) => ({
      path: new URL(url).pathname,
      gzipBytes: await countGzipBytes(url),
    })),
  );
}

/** Playwright's own client decompresses, and so cannot count. */
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
