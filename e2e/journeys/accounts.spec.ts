import type { Page } from '@playwright/test';
import { sendMessage } from '@skein/client';
import { createApiClient } from '../support/client.ts';
import { buildUser, registerUser, signInAs } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const openMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Account' }).click();

test('two accounts of one browser keep their sessions, drafts and events apart', async ({
  page,
  request,
}) => {
  const [ada, ben, carl] = [
    await registerUser(request),
    await registerUser(request, buildUser('Ben')),
    await registerUser(request, buildUser('Carl')),
  ];
  const box = page.getByRole('textbox', { name: 'Write your message' });
  const conversation = `/messages/${carl.user.username}`;
  const switchTo = async (name: string) => {
    await openMenu(page);
    await page.getByRole('menuitem', { name }).click();
    await expect(page).toHaveURL(/\/feed$/);
  };

  await signInAs(page, ada, conversation);
  await box.fill('A draft of Ada');
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Add account' }).click();
  await page.getByLabel('Email address').fill(ben.email);
  await page.getByLabel('Password').fill(ben.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/feed$/);

  await page.goto(conversation);
  await expect(box).toHaveValue('');
  await box.fill('A draft of Ben');
  // The other tab follows the switch.
  const otherTab = await page.context().newPage();
  await otherTab.goto(conversation);
  await switchTo('Ada Lovelace');
  await expect(otherTab.getByRole('textbox', { name: 'Write your message' })).toHaveValue(
    'A draft of Ada',
  );
  await otherTab.close();

  // The event stream is that of Ada.
  await sendMessage({
    client: createApiClient(request, carl.token),
    body: { receiverId: ada.user.id, content: 'For Ada' },
  });
  await expect(page.getByRole('link', { name: 'Messages, 1 unread' }).first()).toBeVisible();

  await openMenu(page);
  // The page, which already has the address of the feed, loads again for the other account.
  const loaded = page.waitForEvent('load');
  await page.getByRole('menuitem', { name: 'Logout' }).first().click();
  await loaded;
  await page.goto(conversation);
  await expect(box).toHaveValue('A draft of Ben');
  await openMenu(page);
  await expect(page.getByRole('menuitem', { name: 'Ada Lovelace' })).toBeHidden();
  const { status } = await fetchStatus(page, ada.token);
  expect(status).toBe(401);
});

const fetchStatus = (page: Page, token: string) =>
  page.request
    .get('/api/users/me', { headers: { Authorization: `Bearer ${token}` } })
    .then((response) => ({ status: response.status() }));
