import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';

export { expect } from '@playwright/test';

/**
 * A journey. It fails on console errors, exceptions, content security policy violations and requests
 * to other hosts.
 */
export const test = base.extend<{
  problems: string[];
  /** The browser of a second user. */
  otherPage: Page;
}>({
  // The parameter's name is Playwright's; the pattern must be empty for it.
  // oxlint-disable-next-line no-empty-pattern -- fixtures declare what they use by destructuring
  baseURL: async ({}, use) => {
    await use(process.env['SKEIN_URL']);
  },

  problems: [
    async ({ page, baseURL }, use) => {
      const problems: string[] = [];
      listen(page, baseURL, problems);
      await use(problems);
      if (problems.length > 0)
        throw new Error(`The browser reported problems:\n${problems.join('\n')}`);
    },
    { auto: true },
  ],

  otherPage: async ({ browser, contextOptions, viewport, baseURL, problems }, use) => {
    const context = await browser.newContext({
      ...contextOptions,
      viewport,
      ...(baseURL !== undefined && { baseURL }),
    });
    const page = await context.newPage();
    listen(page, baseURL, problems);
    await use(page);
    await context.close();
  },
});

/** Runs an optimistic action and waits for the server's response, before another page reads it. */
export async function waitForSave(page: Page, path: RegExp, action: () => Promise<void>) {
  const saved = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && path.test(response.url()),
  );
  await action();
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

/** Console errors of responses with status 4xx and of a disconnected network are expected. */
function isExpected(text: string): boolean {
  return /status of 4\d\d|net::ERR_INTERNET_DISCONNECTED/.test(text);
}

function listen(page: Page, baseURL: string | undefined, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) {
      problems.push(message.text());
    }
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? '') && !/^(?:blob|data):/.test(url)) problems.push(url);
  });
}
