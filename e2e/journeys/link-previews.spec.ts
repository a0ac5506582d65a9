import { expectAccessible } from '../support/axe.ts';
import { buildUser, signInAs, follow, postThread, registerUser } from '../support/users.ts';
import { expect, installServiceWorker, test } from '../support/test.ts';

// The pages must also work with the service worker.
test.use({ serviceWorkers: 'allow' });

test('the page of a private thread has status 404 and opens for approved followers only', async ({
  page,
  request,
  otherPage: signedOutPage,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const text = `Only for friends of ${ben.user.username}`;
  const threadId = await postThread(request, ben, text);
  await follow(request, ada, ben);
  const saved = await request.put('/api/users/me', {
    headers: { Authorization: `Bearer ${ben.token}` },
    multipart: { isPrivate: 'true' },
  });
  expect(saved.ok()).toBe(true);

  await signInAs(page, ada);
  const first = await page.goto(`/thread/${threadId}`);
  expect(first?.status()).toBe(404);
  await expect(page.getByText(text)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${ben.user.name}: “${text}” · Skein$`));
  await installServiceWorker(page);
  const second = await page.reload();
  expect(second?.status()).toBe(404);
  expect(second?.fromServiceWorker()).toBe(true);
  await expect(page.getByText(text)).toBeVisible();
  await page.goto(`/profile/${ben.user.username}`);
  await expect(page.getByText(text)).toBeVisible();
  // Navigation inside the app loads no page.
  await page.getByRole('link', { name: 'Search' }).first().click();
  await expect(page).toHaveTitle('Search Threads · Skein');

  const signedOutResponse = await signedOutPage.goto(`/thread/${threadId}`);
  expect(signedOutResponse?.status()).toBe(404);
  await expect(signedOutPage.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await signedOutPage.content()).not.toContain(ben.user.username);
});

test('the page of a public thread has preview tags until another screen is opened', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  const threadId = await postThread(request, ada, 'Words to share\nwith everybody');
  const response = await request.get(`/thread/${threadId}`);
  expect(response.status()).toBe(200);
  const html = await response.text();
  const title = `${ada.user.name}: “Words to share with everybody”`;
  expect(html).toContain(`<title>${title} · Skein</title>`);
  expect(html).toContain(`<meta property="og:title" content="${title}">`);
  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toMatch(/^text\/plain/);

  await signInAs(page, ada, `/thread/${threadId}`);
  await expect(page.getByText('with everybody')).toBeVisible();
  await expect(page).toHaveTitle(`${title} · Skein`);
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
});

test('a signed-out visitor sees which public thread waits, and reads it after registering', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  const text = `Worth a visit, says ${ada.user.username}`;
  const threadId = await postThread(request, ada, text);
  await page.goto(`/thread/${threadId}`);
  await expect(page).toHaveURL(/\/login$/);
  const waiting = page.getByRole('region', { name: 'Page to open' });
  await expect(waiting.getByText(text)).toBeVisible();
  await expect(waiting.getByText(`@${ada.user.username}`)).toBeVisible();
  await expectAccessible(page, 'sign-in with a waiting page');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(waiting.getByText(text)).toBeVisible();
  const ben = buildUser('Ben');
  await page.getByLabel('First name').fill(ben.firstName);
  await page.getByLabel('Last name').fill(ben.lastName);
  await page.getByLabel('Email address').fill(ben.email);
  await page.getByLabel('Password', { exact: true }).fill(ben.password);
  await page.getByLabel('Confirm password').fill(ben.password);
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(`/thread/${threadId}`);
  await expect(page.getByRole('article').getByText(text)).toBeVisible();
});
