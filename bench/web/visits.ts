import type { Page } from '@playwright/test';
import { openBrowser, slowDown, type Session } from './browser.ts';
import type { Content } from './content.ts';
import { readPaints, type Paints } from './paints.ts';

const rounds = 3;
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
};
const laptop = { viewport: { width: 1280, height: 800 } };
// By then, late images and deferred parts have loaded, and layout shifts have happened.
const settleMs = 1500;

/** Median of several first visits on a slow phone. */
export async function measureFirstPaint(
  origin: string,
  path: string,
  session: Session | null,
): Promise<Paints & { path: string }> {
  const visits: Paints[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using browser = await openBrowser(origin, session, phone);
    const page = await browser.context.newPage();
    await slowDown(browser.context, page);
    visits.push(await visit(page, `${origin}${path}`));
  }
  visits.sort((a, b) => a.lcpMs - b.lcpMs);
  const median = visits[Math.floor(rounds / 2)];
  if (!median) throw new Error('There was no visit.');
  return { path, ...median, cls: Math.max(...visits.map(({ cls }) => cls)) };
}

/** Layout shift of each screen while it loads, on a phone and on a laptop. */
export async function measureScreens(origin: string, { reader, writer, threadId }: Content) {
  const results: { path: string; width: number; cls: number }[] = [];
  const username = readUsername(writer);
  const signedOut = [
    '/login',
    '/register',
    '/forgot-password',
    '/reset-password?token=x',
    '/terms',
  ];
  const signedIn = [
    '/feed',
    '/feed?feed=following',
    `/thread/${threadId}`,
    '/search?q=words',
    '/hashtag/tag1',
    '/notifications',
    '/messages',
    `/messages/${username}`,
    `/profile/${username}`,
    `/profile/${username}/followers`,
    '/profile',
    '/likes',
    '/bookmarks',
    '/mythread',
    '/settings',
  ];
  for (const device of [phone, laptop]) {
    for (const [session, paths] of [
      [null, signedOut],
      [reader, signedIn],
    ] as const) {
      await using browser = await openBrowser(origin, session, device);
      for (const path of paths) {
        const page = await browser.context.newPage();
        const { cls } = await visit(page, `${origin}${path}`);
        results.push({ path, width: device.viewport.width, cls });
        await page.close();
      }
    }
  }
  return results;
}

/** Scrolls the feed to its end. Returns the longest task of the main thread and the maximum number of elements. */
export async function measureScrolling(origin: string, session: Session) {
  await using browser = await openBrowser(origin, session, laptop);
  const page = await browser.context.newPage();
  await page.goto(`${origin}/feed`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settleMs);
  // Awaited here: the browser closes at the end of the function.
  return await page.evaluate(async () => {
    let longestTaskMs = 0;
    let elements = 0;
    let position = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        longestTaskMs = Math.max(longestTaskMs, duration);
    }).observe({ type: 'longtask' });
    const deadline = performance.now() + 240_000;
    const isAtEnd = () => document.body.textContent.includes('reached the end of the feed');
    while (!isAtEnd() && performance.now() < deadline) {
      window.scrollBy(0, window.innerHeight * 2);
      await new Promise((resolve) => setTimeout(resolve, 30));
      elements = Math.max(elements, document.querySelectorAll('*').length);
      for (const card of document.querySelectorAll('[aria-posinset]')) {
        position = Math.max(position, Number(card.getAttribute('aria-posinset')));
      }
    }
    return { longestTaskMs: Math.round(longestTaskMs), elements, cards: position };
  });
}

/** From a click on Like until the next frame shows it, in milliseconds. */
export async function measureLike(origin: string, session: Session) {
  await using browser = await openBrowser(origin, session, laptop);
  const page = await browser.context.newPage();
  await page.goto(`${origin}/feed`, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settleMs);
  const buttons = page.getByRole('button', { name: /^Like/ });
  const times: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    times.push(
      await buttons.nth(index).evaluate(async (element) => {
        // The role guarantees a button.
        const button = element as HTMLButtonElement;
        const begin = performance.now();
        const before = button.getAttribute('aria-pressed');
        button.click();
        while (button.getAttribute('aria-pressed') === before) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - begin;
      }),
    );
  }
  times.sort((a, b) => a - b);
  return { medianMs: Math.round(times[2] ?? Number.NaN), timesMs: times.map(Math.round) };
}

async function visit(page: Page, url: string): Promise<Paints> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(settleMs);
  return readPaints(page);
}

function readUsername({ user }: Session): string {
  // Guaranteed by the contract of the registration.
  return (user as { username: string }).username;
}
