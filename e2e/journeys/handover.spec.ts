import { signInAs, buildUser, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test('a sign-in link asks before it replaces an account, and an invalid one changes nothing', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  const ben = await registerUser(request, buildUser('Ben'));
  await signInAs(page, ada);
  const storedToken = () => page.evaluate(() => localStorage.getItem('access_token'));
  const requested: string[] = [];
  page.on('request', (sent) => requested.push(sent.url()));

  await page.goto('/login#token=broken');
  await expect(page.getByText('Invalid Token', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);
  expect(await storedToken()).toBe(ada.token);

  await page.goto(`/login#token=${ben.token}`);
  await expect(
    page.getByRole('alertdialog', { name: `Switch to ${ben.user.name}?` }),
  ).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  expect(await storedToken()).toBe(ada.token);

  await page.goto(`/login#token=${ben.token}`);
  await page.getByRole('button', { name: 'Switch account' }).click();
  await expect(page.getByText('Welcome Back!', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);
  expect(await storedToken()).toBe(ben.token);
  // The authorization header alone contained the token.
  expect(requested.filter((url) => url.includes(ben.token))).toEqual([]);
});
