import type { Page } from '@playwright/test';
import { buildUser, postThread, registerUser, signInAs } from '../support/users.ts';
import { expect, test } from '../support/test.ts';
import { listTransfers } from '../support/transfers.ts';

/** Bytes of everything that a first visit loads until idle loading has ended, in gzip. */
const budgets = { login: 100_000, feed: 150_000, css: 15_000 };

/** Idle callbacks run after 2 s at the latest, and may then load files. */
const idleMs = 3000;

test.use({ serviceWorkers: 'allow' });

test(`a first visit to /login loads at most ${budgets.login / 1000} kB of JavaScript`, async ({
  page,
}) => {
  await page.goto('/login');
  await waitUntilIdle(page);
  await expectWithin(page, '.js', budgets.login);
  await expectWithin(page, '.css', budgets.css);
});

// A wide window has side panels as well.
for (const width of [390, 1280]) {
  test(`at ${width} px, a first visit to /feed loads at most ${budgets.feed / 1000} kB of JavaScript`, async ({
    browser,
    baseURL,
    page,
    request,
  }) => {
    const ada = await registerUser(request);
    // At least one suggestion.
    await registerUser(request, buildUser('Ben'));
    await postThread(request, ada, 'A thread with a #tag and https://example.org');
    await signInAs(page, ada);
    const { origins } = await page.context().storageState();
    const entries = origins.flatMap(({ localStorage }) => localStorage);
    const session = entries.filter(({ name }) => ['access_token', 'user'].includes(name));
    // A browser that has only the session: nothing is cached.
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      storageState: { cookies: [], origins: [{ origin: baseURL ?? '', localStorage: session }] },
      ...(baseURL !== undefined && { baseURL }),
    });
    const newPage = await context.newPage();
    // The other feed contains threads of other journeys, whose media would be loaded too.
    await newPage.goto('/feed?feed=following');
    await expect(newPage.getByRole('article').first()).toBeVisible();
    // Tooltips, menus and dialogs load when a pointer or the focus reaches something that has one.
    await newPage.mouse.move(2, 2);
    await waitUntilIdle(newPage);
    await expectWithin(newPage, '.js', budgets.feed);
    await expectWithin(newPage, '.css', budgets.css);
    await context.close();
  });
}

/** Waits until nothing more was loaded for a while. */
async function waitUntilIdle(page: Page): Promise<void> {
  let count = -1;
  await expect
    .poll(
      async () => {
        const before = count;
        count = await page.evaluate(() => performance.getEntriesByType('resource').length);
        return count === before;
      },
      { intervals: [idleMs] },
    )
    .toBe(true);
}

async function expectWithin(page: Page, extension: '.js' | '.css', maxBytes: number) {
  const transfers = await listTransfers(page, extension);
  const total = transfers.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  const largestFirst = transfers.toSorted((a, b) => b.gzipBytes - a.gzipBytes);
  const listing = largestFirst.map(({ path, gzipBytes }) => `${gzipBytes} ${path}`).join('\n');
  expect(total, `\n${listing}\n`).toBeGreaterThan(0);
  expect(total, `\n${listing}\n`).toBeLessThanOrEqual(maxBytes);
}
