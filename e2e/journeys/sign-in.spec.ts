import type { Page } from '@playwright/test';
import { signInAs, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test('sign-in rejects a wrong password, welcomes the user and opens the requested page', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  await page.goto('/bookmarks');
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByLabel('Password').fill('something else');
  await page.getByRole('checkbox', { name: 'Remember me' }).check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Login Failed')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await expect(page).toHaveURL(/\/login$/);

  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Welcome Back!')).toBeVisible();
  await expect(page).toHaveURL(/\/bookmarks$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/feed$/);
});

test('a token in the URL signs in and is removed from the address bar', async ({
  page,
  request,
}) => {
  const { token } = await registerUser(request);
  await page.goto(`/login?token=${token}`);
  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByText('Welcome Back!')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(token);
});

/** Stores the credentials of an expired session. For valid ones see handover.spec.ts. */
async function storeExpiredSession(page: Page): Promise<void> {
  await page.goto('/login');
  await page.evaluate(
    (token) => {
      localStorage.setItem('access_token', token);
      localStorage.setItem('user', '{}');
    },
    makeToken({ exp: 1_700_000_000 }),
  );
}

test('an expired token in the URL clears expired credentials', async ({ page }) => {
  await storeExpiredSession(page);
  await page.goto(`/login?token=${makeToken({ exp: 1_700_000_000 })}`);
  await expect(page.getByText('Token Expired', { exact: true })).toBeVisible();
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('a malformed token in the URL clears expired credentials', async ({ page }) => {
  await storeExpiredSession(page);
  await page.goto('/login?token=not.a.token');
  await expect(page.getByText('Invalid Token', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Invalid token received. Please try logging in again.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('ending the session elsewhere signs this browser out', async ({ page, request }) => {
  const ada = await registerUser(request);
  await signInAs(page, ada);
  await expect(page.getByText('Start a thread...')).toBeVisible();
  await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${ada.token}` } });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
});

function makeToken(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.signature`;
}
