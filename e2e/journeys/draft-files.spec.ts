import type { Page } from '@playwright/test';
import { readLayoutShift, recordLayoutShifts } from '../support/layout-shift.ts';
import { drawPicture } from '../support/pictures.ts';
import { buildUser, signInAs, postThread, registerUser } from '../support/users.ts';
import { expect, installServiceWorker, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the files of an unsent message survive a reload, and arrive once', async ({
  page,
  otherPage,
  request,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request, buildUser('Ben'))];
  await signInAs(otherPage, ben, `/messages/${ada.user.username}`);
  await signInAs(page, ada, `/messages/${ben.user.username}`);
  const box = page.getByRole('textbox', { name: 'Write your message' });
  await expect(box).toBeVisible();
  await installServiceWorker(page);
  const attach = async (name: string, colour: string) => {
    const picture = await drawPicture(page, { name, colour, width: 320, height: 240 });
    await page.locator('input[type=file]').setInputFiles([picture]);
    await expect.poll(() => countStoredFiles(page, ada.user.id)).toBe(1);
  };
  const getFile = (name: string) => page.getByRole('button', { name: `Remove ${name}` });
  const getPictures = (browser: Page) =>
    browser.getByRole('log').getByRole('button', { name: /^Open the picture/ });

  await attach('loom.png', 'teal');
  await page.getByRole('button', { name: 'ALT: describe loom.png' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('A loom');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(getFile('loom.png')).toBeVisible();
  await recordLayoutShifts(page, { sinceLoad: true });
  expect(await readLayoutShift(page)).toBeLessThan(0.02);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(otherPage.getByRole('log').getByRole('img', { name: 'A loom' })).toBeVisible();
  await expect.poll(() => countStoredFiles(page, ada.user.id)).toBe(0);

  await attach('window.png', 'navy');
  await box.fill('From the train');
  await page.context().setOffline(true);
  await box.press('Enter');
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
  await page.reload();
  await page.context().setOffline(false);
  await expect(box).toHaveValue('From the train');
  await expect(getFile('window.png')).toBeVisible();
  // The server receives the message, but its response is lost.
  const left = Promise.withResolvers<void>();
  await page.route('**/api/chat/send', async (route) => {
    await route.fetch();
    await page.goto('about:blank');
    left.resolve();
  });
  await box.press('Enter');
  await expect(otherPage.getByRole('log').getByText('From the train')).toBeVisible();
  await left.promise;
  await page.unroute('**/api/chat/send');
  await page.goto(`/messages/${ben.user.username}`);
  await expect(box).toHaveValue('');
  await expect(getFile('window.png')).toBeHidden();
  for (const browser of [page, otherPage]) await expect(getPictures(browser)).toHaveCount(2);

  await attach('secret.png', 'purple');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
});

test('the files of an unpublished thread survive a reload, and are published once', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  const parentId = await postThread(request, ada, 'Show me your looms');
  await signInAs(page, ada);
  await expect(page.getByText('Show me your looms')).toBeVisible();
  await installServiceWorker(page);
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  const removeButtons = dialog.getByRole('button', { name: /^Remove .*png$/ });
  const open = async () => {
    await page.getByText('Start a thread...').click();
    await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
  };
  const draw = (name: string) =>
    drawPicture(page, { name, colour: 'teal', width: 320, height: 240 });
  const attach = async (...names: string[]) => {
    const pictures = await Promise.all(names.map(draw));
    await dialog.locator('input[type=file]').first().setInputFiles(pictures);
  };
  const expectStored = (count: number) =>
    expect.poll(() => countStoredFiles(page, ada.user.id)).toBe(count);

  await open();
  await attach('warp.png', 'weft.png');
  await dialog.getByRole('button', { name: 'ALT: describe warp.png' }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('The warp');
  await dialog.getByRole('button', { name: /^Move warp.png/ }).press('ArrowRight');
  await dialog.getByRole('checkbox', { name: 'Mark files as sensitive' }).check();
  await dialog.getByRole('button', { name: 'Add another part' }).click();
  const part = dialog.getByRole('listitem', { name: 'Part 2' });
  await expect(part.getByRole('textbox')).toBeFocused();
  await attach('loom.png');
  await expectStored(3);
  await page.reload();
  await open();
  await expect(removeButtons).toHaveCount(3);
  for (const [index, name] of ['weft.png', 'warp.png', 'loom.png'].entries()) {
    await expect(removeButtons.nth(index)).toHaveAccessibleName(`Remove ${name}`);
  }
  await expect(part.getByRole('button', { name: 'Remove loom.png' })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Mark files as sensitive' })).toBeChecked();

  const otherTab = await page.context().newPage();
  await otherTab.goto('/feed');
  await otherTab.getByText('Start a thread...').click();
  const otherDialog = otherTab.getByRole('dialog', { name: 'New thread' });
  await expect(otherDialog.getByRole('button', { name: 'Remove warp.png' })).toBeVisible();
  // The server publishes the threads, but its response is lost.
  const left = Promise.withResolvers<void>();
  await page.route('**/api/threads/chain', async (route) => {
    await route.fetch();
    await page.goto('about:blank');
    left.resolve();
  });
  await dialog.getByRole('button', { name: 'Post' }).click();
  await left.promise;
  await page.unroute('**/api/threads/chain');
  await page.goto('/feed');
  await open();
  await expect(removeButtons).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expect(dialog).toBeHidden();
  await expectStored(0);
  const headers = { Authorization: `Bearer ${ada.token}` };
  const own = await request.get('/api/threads/my-threads', { headers });
  expect(await own.json()).toMatchObject({
    content: [
      { content: '', media: [{ altText: null }] },
      { isSensitive: true, media: [{ altText: null }, { altText: 'The warp' }] },
      { content: 'Show me your looms' },
    ],
  });

  // The other tab still shows its content, which becomes the draft again.
  await otherDialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Once more');
  await expectStored(3);
  await otherTab.keyboard.press('Escape');
  await otherTab.getByRole('button', { name: 'Discard' }).click();
  await expectStored(0);
  await otherTab.close();

  await page.goto(`/thread/${parentId}`);
  await page.getByRole('button', { name: `Reply to ${ada.user.name}` }).click();
  const reply = page.getByRole('region', { name: 'Reply' });
  await reply
    .locator('input[type=file]')
    .first()
    .setInputFiles([await draw('secret.png')]);
  await expectStored(1);
  await page.reload();
  await page.getByRole('button', { name: `Reply to ${ada.user.name}` }).click();
  await expect(reply.getByRole('button', { name: 'Remove secret.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
});

/** The number of files of drafts that the browser stores for a user. */
const countStoredFiles = (page: Page, userId: string): Promise<number> =>
  page.evaluate(async (name) => {
    const stored = await indexedDB.databases();
    if (!stored.some((database) => database.name === name)) return 0;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const opening = indexedDB.open(name);
    opening.addEventListener('error', reject);
    opening.addEventListener('success', () => {
      const database = opening.result;
      const counting = database.transaction('files').objectStore('files').count();
      counting.addEventListener('error', reject);
      counting.addEventListener('success', () => {
        database.close();
        resolve(counting.result);
      });
    });
    return promise;
  }, `draft-files:${userId}`);
