import { expectAccessible } from '../support/axe.ts';
import { drawPicture } from '../support/pictures.ts';
import { buildUser, signInAs, postThread, registerUser } from '../support/users.ts';
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
  await expect(page.getByText("The notifications couldn't be loaded")).toBeVisible();
  // So are the emojis.
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Add an emoji' }).click();
  await page.getByRole('searchbox', { name: 'Search emojis' }).fill('yarn');
  await expect(page.getByRole('gridcell', { name: /yarn/i })).toBeVisible();

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

test('a post written offline waits on the device and is published once', async ({
  page,
  otherPage,
  request,
}) => {
  const ada = await registerUser(request);
  const ben = await registerUser(request, buildUser('Ben'));
  const parentId = await postThread(request, ben, 'Who is on a train?');
  await signInAs(page, ada, `/thread/${parentId}`);
  await installServiceWorker(page);
  const picture = await drawPicture(page, {
    name: 'window.png',
    colour: 'teal',
    width: 320,
    height: 240,
  });
  const otherTab = await page.context().newPage();
  await otherTab.goto('/feed');
  await expect(otherTab.getByRole('article').first()).toBeVisible();
  const headers = { Authorization: `Bearer ${ada.token}` };
  await request.post('/api/threads/drafts', {
    headers,
    data: { parts: [{ content: 'A draft' }] },
  });
  await otherTab.getByText('Start a thread...').click();
  await otherTab.getByRole('button', { name: 'Drafts' }).click();
  await otherTab.getByRole('button', { name: /^A draft/ }).click();
  const draft = otherTab.getByRole('dialog', { name: 'New thread' });
  await expect(draft.getByRole('textbox', { name: 'Text' })).toHaveValue('A draft');

  // A response that is lost after the server has published the reply.
  let lost = 0;
  await page.route('**/api/threads', async (route) => {
    lost += 1;
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  await page.getByRole('button', { name: 'Reply to Ben Lovelace' }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('I am');
  await page.getByRole('button', { name: 'Reply', exact: true }).last().click();
  const pending = page.getByRole('region', { name: 'Pending posts' });
  await expect(pending.getByRole('article')).toContainText('I am');
  await page.unroute('**/api/threads');
  expect(lost).toBe(1);

  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('From the tunel');
  await dialog.locator('input[type=file]').first().setInputFiles(picture);
  await dialog.getByRole('button', { name: 'Post' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  const card = pending.getByRole('article').filter({ hasText: 'From the tunel' });
  await expect(card).toContainText('Waiting for connection');
  await card.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove window.png' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Text' }).fill('From the tunnel');
  await dialog.getByRole('button', { name: 'Post' }).click();
  // Found by its label, because the open dialog hides the role.
  const otherPending = otherTab.getByLabel('Pending posts');
  await expect(otherPending.getByText('From the tunnel')).toBeVisible();
  await draft.getByRole('textbox', { name: 'Text' }).fill('A continued draft');
  await draft.getByRole('button', { name: 'Post' }).click();
  await expect(draft).toBeHidden();
  await expect(pending).toContainText('A continued draft');
  await expectAccessible(page, 'pending posts');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const warning = page.getByRole('alertdialog');
  await expect(warning).toContainText('3 posts are waiting for a connection.');
  await warning.getByRole('button', { name: 'Cancel' }).click();

  await page.context().setOffline(false);
  await expect(pending).toBeHidden();
  await expect(otherPending).toBeHidden();
  await signInAs(otherPage, ben, `/profile/${ada.user.username}`);
  await expect(otherPage.getByRole('article').nth(1)).toContainText('From the tunnel');
  const own = await request.get('/api/threads/my-threads', { headers });
  // The test needs only these fields of the response.
  const { content } = (await own.json()) as { content: { content: string; media: unknown[] }[] };
  expect(content.map((thread) => [thread.content, thread.media.length])).toEqual([
    ['A continued draft', 0],
    ['From the tunnel', 1],
    ['I am', 0],
  ]);
  const drafts = await request.get('/api/threads/drafts', { headers });
  expect(await drafts.json()).toMatchObject({ content: [] });
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
