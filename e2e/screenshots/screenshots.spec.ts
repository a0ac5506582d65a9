import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const folder = new URL('../../docs/screenshots/', import.meta.url);
const maxBytes = 150_000;
const laptop = { viewport: { width: 1280, height: 800 } };
const phone = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
};

const pictures = [
  { name: 'feed-light', show: showPicture, use: { ...laptop, colorScheme: 'light' } },
  { name: 'feed-dark', show: showPicture, use: { ...laptop, colorScheme: 'dark' } },
  { name: 'phone-light', show: showPicture, use: { ...phone, colorScheme: 'light' } },
  { name: 'phone-dark', show: showSearch, use: { ...phone, colorScheme: 'dark' } },
  { name: 'phone-messages', show: showConversation, use: { ...phone, colorScheme: 'light' } },
] as const;

for (const { name, show, use } of pictures) {
  test.describe(name, () => {
    test.use(use);

    test('takes the screenshot', async ({ page, request }) => {
      await signIn(page, request);
      await show(page);
      await waitForImages(page);
      await save(page, name, await page.screenshot());
    });
  });
}

/** Scrolls the feed to the thread before the first picture. */
async function showPicture(page: Page): Promise<void> {
  await page.goto('/feed');
  const picture = page.locator('article img[srcset]').first();
  while ((await picture.count()) === 0) {
    await page.mouse.wheel(0, 300);
    await waitForImages(page);
  }
  await picture.evaluate((image) => {
    const bottom = image.closest('article')?.getBoundingClientRect().bottom ?? 0;
    window.scrollBy(0, bottom - innerHeight + 90);
  });
}

async function showSearch(page: Page): Promise<void> {
  await page.goto('/search?q=garden');
  await expect(page.getByRole('article').first()).toBeVisible();
}

async function showConversation(page: Page): Promise<void> {
  await page.goto('/messages');
  await page.getByRole('link', { name: /Marisol/ }).click();
}

async function signIn(page: Page, request: APIRequestContext) {
  const response = await request.post('/api/auth/login', {
    data: { email: 'demo@skein.example', password: 'small-repairs' },
  });
  // The sign-in needs only the token and the user of the response.
  const session = (await response.json()) as { token: string; user: unknown };
  await page.goto('/login');
  await page.evaluate(({ token, user }) => {
    localStorage.setItem('access_token', token);
    localStorage.setItem('user', JSON.stringify(user));
  }, session);
}

/** Waits until visible images are loaded and animations have ended. */
async function waitForImages(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    const isVisible = (image: HTMLImageElement) =>
      image.getBoundingClientRect().top < innerHeight && image.checkVisibility();
    const images = Array.from(document.images).filter(isVisible);
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  });
}

/** Saves the screenshot as WebP, encoded by the browser. */
async function save(page: Page, name: string, png: Buffer): Promise<void> {
  await page.goto('about:blank');
  const base64 = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8).replace(/^.*,/, '');
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  const webp = Buffer.from(base64, 'base64');
  expect(webp.length).toBeLessThan(maxBytes);
  await mkdir(folder, { recursive: true });
  await writeFile(fileURLToPath(new URL(`${name}.webp`, folder)), webp);
}
