import { enterAs, postThread, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test('a private account is asked, approves, is seen, and is unfollowed again', async ({
  page,
  request,
  otherPage: owner,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const secret = `Only for friends of ${ben.user.username}`;
  await postThread(request, ben, secret);
  const answer = await request.put('/api/users/me', {
    headers: { Authorization: `Bearer ${ben.token}` },
    multipart: { isPrivate: 'true' },
  });
  expect(answer.ok()).toBe(true);

  await enterAs(page, ada);
  await page.goto(`/profile/${ben.user.username}`);
  await expect(page.getByText('This account is private')).toBeVisible();
  await expect(page.getByText(secret)).toBeHidden();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Follow / })
    .click();
  await expect(page.getByText('Follow request sent!')).toBeVisible();

  await enterAs(owner, ben);
  const requests = owner.getByRole('region', { name: 'Follow Requests' });
  await expect(requests).toContainText(`@${ada.user.username}`);
  await requests.getByRole('button', { name: /^Approve/ }).click();
  await expect(owner.getByText('Follow request approved!')).toBeVisible();

  await page.reload();
  await expect(page.getByText(secret)).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Following / })
    .click();
  await expect(page.getByText('You have unfollowed this user.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This account is private')).toBeVisible();
  await expect(page.getByText(secret)).toBeHidden();
});

test('who blocks and who is blocked no longer see each other', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const words = `Hello from ${ben.user.username}`;
  await postThread(request, ben, words);
  await enterAs(page, ada);
  await page.goto(`/profile/${ben.user.username}`);
  await expect(page.getByText(words)).toBeVisible();
  // However fast the server: a double click follows, and does not unfollow.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Follow / })
    .dblclick({ delay: 100 });
  await expect(page.getByText('You are now following Ada Lovelace.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByRole('button', { name: /^Following / })).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('menuitem', { name: /^Block/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('You have blocked Ada Lovelace')).toBeVisible();
  await page.goto('/feed');
  await expect(page.getByText('Start a thread...')).toBeVisible();
  await expect(page.getByText(words)).toBeHidden();

  await enterAs(page, ben);
  await page.goto(`/profile/${ada.user.username}`);
  await expect(page.getByText('Person not found')).toBeVisible();
});
