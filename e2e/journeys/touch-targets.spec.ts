import type { Locator, Page } from '@playwright/test';
import { followHashtag } from '@skein/client';
import { createApiClient } from '../support/client.ts';
import { switchScreen } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { buildUser, postThread, registerUser, signInAs } from '../support/users.ts';

// `accessibility.spec.ts` checks the touch targets of every screen.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('menus are sheets with rows of 44 px that do not widen the page', async ({
  page,
  request,
}) => {
  const unbroken = 'Donaudampfschifffahrtsgesellschaft';
  const buildLongName = () => ({ ...buildUser(), firstName: unbroken, lastName: unbroken });
  const author = await registerUser(request, buildLongName());
  const reader = await registerUser(request, buildLongName());
  const threadId = await postThread(request, author, 'With many actions');
  await postThread(request, author, `Hello @${reader.user.username}`);
  await signInAs(page, reader, `/thread/${threadId}`);
  const article = page.getByRole('article');
  await expectSheet(page, article.getByRole('button', { name: 'More' }));
  await expectSheet(page, article.getByRole('button', { name: /^Repost/ }));
  await expectSheet(page, page.getByRole('button', { name: /^Account/ }), async (menu) => {
    await expect(menu.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveCount(0);
  });
  await switchScreen(page, `/profile/${author.user.username}`);
  const main = page.getByRole('main');
  await expectSheet(page, main.getByRole('button', { name: 'More' }).first());
  await switchScreen(page, '/notifications');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeInViewport();
  await expect(page.getByText('Mark all as read')).toBeInViewport();
});

/** Opens a menu with the button and closes it. */
async function expectSheet(
  page: Page,
  button: Locator,
  check?: (menu: Locator) => Promise<void>,
): Promise<void> {
  await button.click();
  const menu = page.getByRole('menu');
  // At the bottom of the window, once it has moved in.
  await expect
    .poll(async () => toEdges(await menu.boundingBox()))
    .toEqual({ left: 0, right: 390, bottom: 844 });
  for (const item of await menu.getByRole('menuitem').all()) {
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => window.innerWidth)).toBe(390);
  await check?.(menu);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
}

function toEdges(box: Awaited<ReturnType<Locator['boundingBox']>>) {
  return box && { left: box.x, right: box.x + box.width, bottom: box.y + box.height };
}

test('the links above and below each other in the Following feed do not overlap', async ({
  page,
  request,
}) => {
  const [reader, writer] = [await registerUser(request), await registerUser(request)];
  const client = createApiClient(request, reader.token);
  await followHashtag({ client, path: { tag: 'weaving' } });
  await postThread(request, writer, 'Words about #weaving');
  await signInAs(page, reader, '/feed?feed=following');
  const card = page.getByRole('article').filter({ hasText: '#weaving' });
  const hashtag = card.getByRole('link', { name: '#weaving' }).first();
  const author = card.locator('a[href^="/profile/"]:not([aria-hidden])').first();
  for (const link of [hashtag, author]) {
    const { height = 0 } = (await link.boundingBox()) ?? {};
    // These fail if another element gets the touch.
    await link.click({ trial: true, position: { x: 8, y: 2 } });
    await link.click({ trial: true, position: { x: 8, y: height - 2 } });
  }
});
