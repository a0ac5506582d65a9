import type { Page } from '@playwright/test';
import { signInAs, buildUser, follow, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

const getMessageTexts = (page: Page) => page.getByRole('log');
const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Write your message' });

async function sendMessage(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text);
  await messageBox(page).press('Enter');
  await expect(getMessageTexts(page).getByText(text)).toBeVisible();
}

async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
}

test('three users talk in a group, which one joins by its link and is removed from', async ({
  page,
  request,
  otherPage,
  browser,
  baseURL,
}) => {
  const [ada, ben, carl] = [
    await registerUser(request, buildUser('Ada')),
    await registerUser(request, buildUser('Ben')),
    await registerUser(request, buildUser('Carl')),
  ];
  // Ben and Ada follow each other, so that she finds him and his invitation is no request.
  await follow(request, ben, ada);
  await follow(request, ada, ben);
  await signInAs(page, ada, '/messages');
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Group name' }).fill('Engines');
  await page.getByRole('checkbox', { name: /Ben Lovelace/ }).check();
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByRole('heading', { name: 'Engines', level: 1 })).toBeVisible();

  // Ben gets messages live, and mentions Ada.
  await signInAs(otherPage, ben, new URL(page.url()).pathname);
  await expect(messageBox(otherPage)).toBeVisible();
  await expect(getMessageTexts(otherPage).getByText('Ada Lovelace added you')).toBeVisible();
  await sendMessage(page, 'Shall we build it?');
  await expect(getMessageTexts(otherPage).getByText('Shall we build it?')).toBeVisible();
  await otherPage.bringToFront();
  await expect(getMessageTexts(page).getByRole('button', { name: 'Seen by Ben' })).toBeVisible();
  await messageBox(otherPage).pressSequentially('Yes @ad');
  await expect(page.getByText('Ben Lovelace is typing')).toBeVisible();
  await expect(otherPage.getByRole('option')).toHaveCount(1);
  await messageBox(otherPage).press('Enter');
  await expect(messageBox(otherPage)).toHaveValue(`Yes @${ada.user.username} `);
  await messageBox(otherPage).press('Enter');
  const mention = getMessageTexts(page).getByRole('link', { name: `@${ada.user.username}` });
  await expect(mention).toBeVisible();

  // Carl opens the invite link signed out, and joins after signing in.
  await page.getByRole('button', { name: 'Conversation info' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
  await using context = await browser.newContext({ baseURL: baseURL ?? '' });
  const thirdPage = await context.newPage();
  await thirdPage.goto(link);
  await thirdPage.getByLabel('Email address').fill(carl.email);
  await thirdPage.getByLabel('Password', { exact: true }).fill(carl.password);
  await thirdPage.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(thirdPage.getByRole('heading', { name: 'Engines' })).toBeVisible();
  await thirdPage.getByRole('button', { name: 'Join group' }).click();
  await expect(messageBox(thirdPage)).toBeVisible();
  // The history begins with the membership.
  await expect(getMessageTexts(thirdPage).getByText('Shall we build it?')).toBeHidden();
  await sendMessage(thirdPage, 'Hello from Carl');
  await expect(getMessageTexts(otherPage).getByText('Hello from Carl')).toBeVisible();

  // An admin removes Carl, who cannot come back by the link.
  const members = page.getByRole('region', { name: 'Members' });
  await members.getByRole('button', { name: 'Actions for Carl Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Remove from group' }).click();
  await confirm(page, 'Remove from group');
  await expect(members.getByText('Carl Lovelace')).toBeHidden();
  await expect(thirdPage.getByText("You aren't a member of this group")).toBeVisible();
  await expect(
    getMessageTexts(otherPage).getByText('Ada Lovelace removed Carl Lovelace'),
  ).toBeVisible();
  await thirdPage.goto(link);
  await expect(thirdPage.getByText('This link is no longer valid')).toBeVisible();

  // Ada, the only admin, leaves: Ben succeeds her.
  await page.getByRole('button', { name: 'Leave group' }).click();
  await confirm(page, 'Leave group');
  await expect(page).toHaveURL('/messages');
  await expect(page.getByRole('link', { name: /Engines/ })).toBeHidden();
  await otherPage.getByRole('button', { name: 'Conversation info' }).click();
  await expect(otherPage.getByRole('button', { name: 'Edit name and picture' })).toBeVisible();
});
