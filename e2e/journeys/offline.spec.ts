import { signInAs, postThread, registerUser } from '../support/users.ts';
import { expect, installServiceWorker, test } from '../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the last feed is readable offline until the user signs out', async ({
  page,
  request,
  problems,
}) => {
  const ada = await registerUser(request);
  await postThread(request, ada, 'To be read on the train');
  await signInAs(page, ada);
  await expect(page.getByText('To be read on the train')).toBeVisible();
  await installServiceWorker(page);
  // Reload with the service worker, which caches the responses.
  await page.reload();
  await expect(page.getByText('To be read on the train')).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('answers')).keys()).length))
    .toBeGreaterThan(1);

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByText('To be read on the train')).toBeVisible();
  await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
  // A screen that was never opened is cached too, but without its data.
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByText('The notifications could not be loaded')).toBeVisible();

  await page.context().setOffline(false);
  await page.reload();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.has('answers'))).toBe(false);
  // Failed requests while offline are expected.
  problems.splice(
    0,
    problems.length,
    ...problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED')),
  );
});

test('the app is installable', async ({ page, request }) => {
  await page.goto('/login');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await request.get(href ?? '');
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  // As in apps/web/public.
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
