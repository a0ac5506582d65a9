import { expect, test } from '../support/test.ts';

test('the API documentation is readable in the browser', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /Skein API/ })).toBeVisible();
  await page.getByRole('link', { name: 'Threads', exact: true }).click();
  await expect(page.getByText('Publish a thread or a reply with several files')).toBeVisible();
});
