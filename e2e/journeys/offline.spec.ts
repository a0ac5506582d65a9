import { enterAs, postThread, registerUser } from '../support/users.ts';
import { expect, installServiceWorker, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the last feed can be read without a connection, until one signs out', async ({
  page,
  request,
  complaints,
}) => {
  const ada = await registerUser(request);
  await postThread(request, ada, 'To be read on the train');
  await enterAs(page, ada);
  await expect(page.getByText('To be read on the train')).toBeVisible();
  await installServiceWorker(page);
  // Once more, with the worker in between: it keeps what it sees.
  await page.reload();
  await expect(page.getByText('To be read on the train')).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('answers')).keys()).length))
    .toBeGreaterThan(1);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('To be read on the train')).toBeVisible();
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
  // A screen that nobody has opened yet is there too, if not what it would list.
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByText('The notifications could not be loaded')).toBeVisible();

  await page.context().setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.has('answers'))).toBe(false);
  // Requests that found no connection.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED')),
  );
});

test('can be installed', async ({ page, request }) => {
  await page.goto('/login');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await request.get(href ?? '');
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  // What the file in apps/web/public has.
  const { icons, start_url: start } = (await manifest.json()) as {
    icons: { src: string }[];
    start_url: string;
  };
  expect(start).toBe('/feed');
  for (const { src } of icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
});
