import type { Browser, Page } from '@playwright/test';
import { createGroup } from '@skein/client';
import { createApiClient } from '../support/client.ts';
import { buildUser, postThread, registerUser, signInAs } from '../support/users.ts';
import type { Account } from '../support/users.ts';
import { expect, test } from '../support/test.ts';
import { readLayoutShift, recordLayoutShifts } from '../support/layout-shift.ts';
import { listTransfers } from '../support/transfers.ts';

/**
 * Bytes of everything that a first visit loads until idle loading has ended, in gzip. The limits are
 * 140 kB and 200 kB, which the frameworks exceed (docs/adr/037-frameworks-as-they-are.md).
 */
const budgets = { login: 168_000, feed: 260_000, messages: 298_000, css: 20_000 };

/** Files of JavaScript on the first visit of the feed. */
const feedFilesMax = 20;

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

test('the pages about the instance do not move while they load', async ({ page }) => {
  for (const path of ['/about', '/rules', '/privacy', '/terms']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'Privacy policy' })).toBeVisible();
    await recordLayoutShifts(page, { sinceLoad: true });
    expect(await readLayoutShift(page), path).toBe(0);
  }
});

// A wide window has side panels as well.
for (const width of [390, 1280]) {
  test(`at ${width} px, a first visit to /feed loads at most ${budgets.feed / 1000} kB of JavaScript in ${feedFilesMax} files, and one to /messages ${budgets.messages / 1000} kB`, async ({
    browser,
    baseURL,
    page,
    request,
  }) => {
    const ada = await registerUser(request);
    // At least one suggestion.
    const ben = await registerUser(request, buildUser('Ben'));
    const client = createApiClient(request, ada.token);
    await createGroup({ client, body: { name: 'Weavers', userIds: [ben.user.id] } });
    await postThread(request, ada, 'A thread with a #tag and https://example.org');
    const visit = await prepareVisit(browser, page, ada, { baseURL, width });
    // The other feed contains threads of other journeys, whose media would be loaded too.
    const feedPage = await visit('/feed?feed=following');
    await expect(feedPage.getByRole('article').first()).toBeVisible();
    await expectWithin(feedPage, '.js', budgets.feed);
    expect((await listTransfers(feedPage, '.js')).length).toBeLessThanOrEqual(feedFilesMax);
    await expectWithin(feedPage, '.css', budgets.css);
    await feedPage.context().close();
    const messagesPage = await visit('/messages');
    await expect(messagesPage.getByRole('link', { name: /Weavers/ })).toBeVisible();
    await expectWithin(messagesPage, '.js', budgets.messages);
    await messagesPage.context().close();
  });
}

/** Returns a function that opens a path in a browser that has only a session: nothing is cached. */
async function prepareVisit(
  browser: Browser,
  page: Page,
  account: Account,
  { baseURL = '', width }: { baseURL: string | undefined; width: number },
) {
  await signInAs(page, account);
  const { origins } = await page.context().storageState();
  const entries = origins.flatMap(({ localStorage }) => localStorage);
  const localStorage = entries.filter(({ name }) => ['access_token', 'user'].includes(name));
  return async (path: string): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
      baseURL,
    });
    const newPage = await context.newPage();
    await newPage.goto(path);
    // Tooltips, menus and dialogs load when a pointer or the focus reaches something that has one.
    await newPage.mouse.move(2, 2);
    await waitUntilIdle(newPage);
    return newPage;
  };
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

async function expectWithin(
  page: Page,
  extension: '.js' | '.css',
  maxBytes: number,
): Promise<void> {
  const transfers = await listTransfers(page, extension);
  const total = transfers.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  const largestFirst = transfers.toSorted((a, b) => b.gzipBytes - a.gzipBytes);
  const listing = largestFirst.map(({ path, gzipBytes }) => `${gzipBytes} ${path}`).join('\n');
  expect(total, `\n${listing}\n`).toBeGreaterThan(0);
  expect(total, `\n${listing}\n`).toBeLessThanOrEqual(maxBytes);
}
