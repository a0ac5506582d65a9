import { signInAs, postThread, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test('a user follows a private account after approval, sees its threads and unfollows it', async ({
  page,
  request,
  otherPage: ownersPage,
}) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const privateText = `Only for friends of ${ben.user.username}`;
  await postThread(request, ben, privateText);
  const response = await request.put('/api/users/me', {
    headers: { Authorization: `Bearer ${ben.token}` },
    multipart: { isPrivate: 'true' },
  });
  expect(response.ok()).toBe(true);

  await signInAs(page, ada, `/profile/${ben.user.username}`);
  await expect(page.getByText('This account is private')).toBeVisible();
  await expect(page.getByText(privateText)).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(page.getByText('Follow request sent!')).toBeVisible();

  await signInAs(ownersPage, ben);
  const requests = ownersPage.getByRole('region', { name: 'Follow Requests' });
  await expect(requests).toContainText(`@${ada.user.username}`);
  await requests.getByRole('button', { name: /^Approve/ }).click();
  await expect(ownersPage.getByText('Follow request approved!')).toBeVisible();

  await page.reload();
  await expect(page.getByText(privateText)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Following', exact: true }).click();
  await expect(page.getByText('You have unfollowed this user.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This account is private')).toBeVisible();
  await expect(page.getByText(privateText)).toBeHidden();
});

test('a blocked user and the blocking user no longer see each other', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  const text = `Hello from ${ben.user.username}`;
  await postThread(request, ben, text);
  await signInAs(page, ada, `/profile/${ben.user.username}`);
  await expect(page.getByText(text)).toBeVisible();
  // A double click follows and does not unfollow, however fast the server responds.
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Follow', exact: true })
    .dblclick({ delay: 100 });
  await expect(page.getByText('You are now following Ada Lovelace.')).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Following', exact: true }),
  ).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^More about/ })
    .click();
  await page.getByRole('menuitem', { name: /^Block/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('You have blocked Ada Lovelace')).toBeVisible();
  await page.goto('/feed?feed=all');
  await expect(page.getByText('Start a thread...')).toBeVisible();
  await expect(page.getByText(text)).toBeHidden();

  await signInAs(page, ben, `/profile/${ada.user.username}`);
  await expect(page.getByText('Person not found')).toBeVisible();
});
