import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { signInAs, postThread, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const readScrollPosition = (page: Page) => page.evaluate(() => window.scrollY);

test('back from a search result restores the scroll position', async ({ page, request }) => {
  const ada = await registerUser(request);
  // No other journey uses this word.
  const word = `yarn${ada.user.username.replaceAll(/\W/g, '')}`;
  for (let number = 1; number <= 25; number += 1) {
    await postThread(request, ada, `Number ${number} about ${word}, in a few words`);
  }
  await signInAs(page, ada);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('/');
  const box = page.getByRole('searchbox', { name: 'Search' });
  await expect(box).toBeFocused();
  await box.fill(word);
  await box.press('Enter');
  await expect(page.getByText(`Found 25 results for "${word}"`)).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(word);

  await page.getByRole('link', { name: 'Latest' }).click();
  const thread = page.getByText(`Number 8 about ${word}`);
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(thread).toBeInViewport({ timeout: 300 });
  }).toPass();
  const position = await readScrollPosition(page);
  expect(position).toBeGreaterThan(500);
  await thread.click();
  await expect(page.getByRole('heading', { name: 'Thread', exact: true })).toBeVisible();
  await page.goBack();
  await expect(thread).toBeInViewport();
  expect(Math.abs((await readScrollPosition(page)) - position)).toBeLessThanOrEqual(1);
  await expect(box).toHaveValue(word);
});

test('a hashtag in a card opens its threads', async ({ page, request }) => {
  const ada = await registerUser(request);
  const tag = `tag${ada.user.username.replaceAll(/\W/g, '')}`;
  await postThread(request, ada, `First with #${tag}`);
  await postThread(request, ada, `Second with #${tag.toUpperCase()}`);
  await signInAs(page, ada);
  // The other feed contains threads of journeys that run at the same time.
  await page.getByRole('link', { name: 'Following', exact: true }).click();
  await page.getByRole('link', { name: `#${tag}`, exact: true }).click();
  await expect(page.getByRole('heading', { name: `#${tag}` })).toBeVisible();
  await expect(page.getByText('2 threads', { exact: true })).toBeVisible();
  await expect(page.getByText(/^First with/)).toBeVisible();
  await expect(page.getByText(/^Second with/)).toBeVisible();
});

test('search and hashtag pages pass axe in both themes', async ({ page, request }) => {
  const ada = await registerUser(request);
  const tag = `axe${ada.user.username.replaceAll(/\W/g, '')}`;
  await postThread(request, ada, `About #${tag}`);
  await signInAs(page, ada, '/search');
  for (const [path, words] of [
    ['/search', 'Enter a search term to find threads'],
    [`/search?q=%23${tag}`, `Found 1 result for "#${tag}"`],
    [`/search?q=${ada.user.username}&tab=people`, `@${ada.user.username}`],
    [`/hashtag/${tag}`, '1 thread'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words, { exact: true })).toBeVisible();
    await expectAccessible(page, path);
  }
});
