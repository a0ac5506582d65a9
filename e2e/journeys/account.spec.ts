import { readFile } from 'node:fs/promises';
import { readResetToken } from '../support/emails.ts';
import { signInAs, postThread, registerUser } from '../support/users.ts';
import { drawPicture } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

test('a user edits their profile with a picture and a banner, and others see it', async ({
  page,
  request,
  otherPage,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await signInAs(page, ada, '/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill('Ada of Ockham');
  await page.getByLabel('Bio').fill('Writes notes longer than the paper.');
  await page.getByRole('tab', { name: 'Profile Picture' }).click();
  const picture = await drawPicture(page, {
    name: 'me.png',
    colour: '#639',
    width: 500,
    height: 700,
  });
  await page.locator('input[aria-label="Change Profile Picture"]').setInputFiles([picture]);
  await page.getByRole('button', { name: 'Crop or rotate' }).click();
  const editor = page.getByRole('dialog', { name: 'Crop or rotate' });
  await editor.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText("The new picture isn't saved yet.")).toBeVisible();
  const bannerChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Change Banner' }).click();
  await (await bannerChooser).setFiles([picture]);
  await editor.getByRole('group', { name: /^Selected area/ }).press('Shift+ArrowDown');
  await editor.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText("The new banner isn't saved yet.")).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your profile has been updated successfully!')).toBeVisible();

  await signInAs(otherPage, ben, `/profile/${ada.user.username}`);
  await expect(otherPage.getByRole('heading', { name: 'Ada of Ockham' }).first()).toBeVisible();
  const profile = otherPage.getByRole('region', { name: 'Ada of Ockham' });
  await expect(profile.getByText('Writes notes longer than the paper.')).toBeVisible();
  const ratios = () =>
    profile
      .locator('img')
      .evaluateAll((images: HTMLImageElement[]) =>
        images.map(({ naturalWidth, naturalHeight }) => naturalWidth / naturalHeight),
      );
  await expect.poll(ratios).toEqual([3, 1]);
});

test('a user who forgot the password resets it by email', async ({ page, request }) => {
  const ada = await registerUser(request);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Check your inbox')).toBeVisible();

  await page.goto(`/reset-password#token=${await readResetToken(ada.email)}`);
  await page.getByLabel('New password', { exact: true }).fill('difference engine');
  await page.getByLabel('Confirm new password').fill('difference engine');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('Please sign in with your new password.')).toBeVisible();
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill('difference engine');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);
});

test('ending a session signs that browser out', async ({ page, request, otherPage }) => {
  const ada = await registerUser(request);
  const response = await request.post('/api/auth/login', {
    data: { email: ada.email, password: ada.password },
  });
  // The second browser needs only the token of the response.
  const { token } = (await response.json()) as { token: string };
  await signInAs(otherPage, { ...ada, token });
  await expect(otherPage.getByText('Start a thread...')).toBeVisible();

  await signInAs(page, ada, '/settings/security');
  await page
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click();
  await expect(page.getByText('The session has ended.')).toBeVisible();
  await otherPage.reload();
  await expect(otherPage).toHaveURL(/\/login$/);
});

test('a user exports their account as a zip file and deletes the account', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  await postThread(request, ada, 'To be taken along');
  await signInAs(page, ada, '/settings/data');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await (await download).path();
  const zip = await readFile(file, 'latin1');
  expect(zip.startsWith('PK')).toBe(true);
  for (const name of ['profile.json', 'threads.json']) expect(zip).toContain(name);

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByLabel('Your password').fill(ada.password);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const login = await request.post('/api/auth/login', {
    data: { email: ada.email, password: ada.password },
  });
  expect(login.status()).toBe(401);
});

test('a search and old addresses lead to a setting, on a desktop and on a phone', async ({
  page,
  request,
}) => {
  await signInAs(page, await registerUser(request), '/settings#privacy');
  await expect(page).toHaveURL(/\/settings\/privacy$/);
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('lesebestätigung');
  await page.getByRole('link', { name: /^Read receipts/ }).click();
  await expect(page.getByRole('switch', { name: 'Read receipts' })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(search).toBeHidden();
  await page.getByRole('link', { name: 'Back to Settings' }).click();
  await expect(page.getByLabel('Full Name')).toBeVisible();
  await search.fill('fingerprint');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/settings\/security#passkeys$/);
  await expect(page.locator('#passkeys')).toBeInViewport();
  await page.goto('/settings?from=email#data');
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible();
});
