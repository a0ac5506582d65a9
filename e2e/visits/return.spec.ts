import { expect, test } from '../support/test.ts';
import { findThread, visitor } from '../support/visitor.ts';

test('the user signs in again and finds the picture', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email address').fill(visitor.email);
  await page.getByLabel('Password', { exact: true }).fill(visitor.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await page.goto('/search?q=lasts');
  await findThread(page);
});
