import type { Locator, Page } from '@playwright/test';
import { expectToFit, switchScreen } from '../support/screens.ts';
import { buildUser, follow, signInAs, postThread, registerUser } from '../support/users.ts';
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

test('lists, drafts, scheduled threads, the palette and word filters are found from the feed', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  await postThread(request, ada, 'Mending socks with wool');
  await signInAs(page, ada);
  const card = page.getByRole('article').filter({ hasText: 'Mending socks' });
  await card.getByText('Mending socks').evaluate((element) => {
    const [text] = element.childNodes;
    if (text) getSelection()?.setBaseAndExtent(text, 0, text, 'Mending socks'.length);
  });
  await card.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Mute words' }).click();
  await expect(page.getByLabel('Word or phrase')).toHaveValue('Mending socks');
  await page.keyboard.press('Escape');

  await page.getByRole('complementary').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await page.keyboard.press('Escape');
  const account = page.getByRole('button', { name: /^Account/ });
  await account.click();
  await page.getByRole('menuitem', { name: 'Drafts' }).click();
  const drafts = page.getByRole('dialog', { name: 'Drafts' });
  await expect(drafts).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('[role=dialog]')).toHaveCount(0);
  await page.getByText('Start a thread...').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Scheduled' }).click();
  await expect(page).toHaveURL('/scheduled');
  await account.click();
  await page.getByRole('menuitem', { name: 'Lists' }).click();
  await page.getByRole('textbox', { name: 'New list' }).fill('Menders');
  await page.getByRole('button', { name: 'Create list' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Menders/ })
    .click();
  await page.getByRole('link', { name: 'New list' }).click();
  await expect(page).toHaveURL('/lists');
});

test('a user without content finds people and trends on the feed, the search page and in Messages', async ({
  page,
  request,
}) => {
  const longName = 'Donaudampfschifffahrtsgesellschaftskapitän';
  const newBen = { ...buildUser('Ben'), lastName: longName };
  const [ada, ben] = [await registerUser(request), await registerUser(request, newBen)];
  await signInAs(page, ada);
  const main = page.getByRole('main');
  await expect(main.getByText('No threads yet. Start the conversation!')).toBeVisible();
  const people = main.getByRole('region', { name: 'Suggested for you' });
  await expect(people.getByRole('button', { name: 'Follow' }).first()).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const trending = main.getByRole('region', { name: 'Trending' });
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  await expect(trending).toBeVisible();
  expect(await top(people)).toBeLessThan(await top(trending));
  await expectToFit(page, 390, 'an empty feed');

  await switchScreen(page, '/search');
  await expect(main.getByText('Enter a search term to find threads')).toBeVisible();
  for (const tab of ['Hashtags', 'People', 'Threads']) {
    const link = main.getByRole('link', { name: tab, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await follow(request, ada, ben);
  await switchScreen(page, '/messages');
  await page.getByRole('link', { name: new RegExp(`@${ben.user.username}`) }).click();
  await expect(page.getByRole('textbox', { name: 'Write your message' })).toBeVisible();
});
