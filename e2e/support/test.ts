import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';

export { expect } from '@playwright/test';

/**
 * A journey. It fails on anything the browser complains about: an error in the console, an
 * exception, a breach of the content security policy, a request to anywhere but the product.
 */
export const test = base.extend<{
  complaints: string[];
  /** The browser of a second person. */
  otherPage: Page;
}>({
  // The parameter's name is Playwright's; the pattern must be empty for it.
  // oxlint-disable-next-line no-empty-pattern -- fixtures declare what they use by destructuring
  baseURL: async ({}, use) => {
    await use(process.env['SKEIN_URL']);
  },

  complaints: [
    async ({ page, baseURL }, use) => {
      const complaints: string[] = [];
      listen(page, baseURL, complaints);
      await use(complaints);
      if (complaints.length > 0)
        throw new Error(`The browser complains:\n${complaints.join('\n')}`);
    },
    { auto: true },
  ],

  otherPage: async ({ browser, contextOptions, viewport, baseURL, complaints }, use) => {
    const context = await browser.newContext({
      ...contextOptions,
      viewport,
      ...(baseURL !== undefined && { baseURL }),
    });
    const page = await context.newPage();
    listen(page, baseURL, complaints);
    await use(page);
    await context.close();
  },
});

/** Does what is shown at once, and waits until the server has it too: another page asks the server. */
export async function untilSaved(page: Page, path: RegExp, act: () => Promise<void>) {
  const saved = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && path.test(response.url()),
  );
  await act();
  await saved;
}

/** Waits until the service worker is installed, which the second visit does. */
export async function installServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('visited') !== null);
  await page.reload();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** What a journey provokes, a refusal or a cut network, the browser shows as an error of loading. */
function isProvoked(text: string): boolean {
  return /status of 4\d\d|net::ERR_INTERNET_DISCONNECTED/.test(text);
}

function listen(page: Page, baseURL: string | undefined, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !isProvoked(message.text())) {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? '') && !/^(?:blob|data):/.test(url)) complaints.push(url);
  });
}
