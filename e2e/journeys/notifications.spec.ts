import type { APIRequestContext, Page } from '@playwright/test';
import { signInAs, buildUser, postThread, registerUser } from '../support/users.ts';
import type { Account } from '../support/users.ts';
import { expect, test, waitForSave } from '../support/test.ts';

const bearer = ({ token }: Account) => ({ Authorization: `Bearer ${token}` });

async function registerTwo(request: APIRequestContext): Promise<[Account, Account]> {
  return [await registerUser(request), await registerUser(request, buildUser('Ben'))];
}

async function like(request: APIRequestContext, by: Account, threadId: string): Promise<void> {
  const response = await request.post(`/api/threads/${threadId}/like`, {
    headers: bearer(by),
    data: { on: true },
  });
  expect(response.ok()).toBe(true);
}

const navigationLink = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a like and a mention arrive immediately and update badge and title', async ({
  page,
  otherPage,
  request,
}) => {
  const [ada, ben] = await registerTwo(request);
  const threadId = await postThread(request, ada, 'Notes on the analytical engine');
  await signInAs(page, ada);
  await expect(page).toHaveTitle('Feed · Skein');

  await signInAs(otherPage, ben, `/thread/${threadId}`);
  await otherPage.getByRole('button', { name: 'Like', exact: true }).click();
  await expect(page).toHaveTitle('(1) Feed · Skein');
  await expect(navigationLink(page, 'Notifications, 1 unread')).toBeVisible();

  await postThread(request, ben, `Has @${ada.user.username} seen this?`);
  await expect(page).toHaveTitle('(2) Feed · Skein');

  await navigationLink(page, 'Notifications, 2 unread').click();
  const rows = page.getByRole('article');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Ben Lovelace mentioned you');
  await expect(rows.nth(1)).toContainText('Ben Lovelace liked your thread');
  await expect(page).toHaveTitle('Notifications · Skein');

  await page.getByRole('link', { name: 'Mentions' }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('link', { name: /mentioned you/ }).click();
  await expect(page.getByText('seen this?')).toBeVisible();
});

test('a follow request is approved from the notification tab', async ({
  page,
  otherPage,
  request,
}) => {
  const [ada, ben] = await registerTwo(request);
  await request.put('/api/users/me', { headers: bearer(ada), multipart: { isPrivate: 'true' } });
  await signInAs(page, ada, '/notifications?tab=requests');
  await expect(page.getByText('No follow requests.')).toBeVisible();

  await signInAs(otherPage, ben, `/profile/${ada.user.username}`);
  await otherPage.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).click();

  await page.getByRole('button', { name: '1 new notification' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Follow request approved!')).toBeVisible();
  await expect(page.getByText('No follow requests.')).toBeVisible();

  await expect(otherPage).toHaveTitle(/^\(1\) /);
  await navigationLink(otherPage, 'Notifications, 1 unread').click();
  await expect(otherPage.getByRole('article')).toContainText('approved your follow request');
});

test('tabs share one stream and one unread count, even after the first tab is closed', async ({
  page,
  request,
}) => {
  const [ada, ben] = await registerTwo(request);
  const threadId = await postThread(request, ada, 'Notes on the analytical engine');
  await signInAs(page, ada);
  const streams: Page[] = [];
  page.context().on('response', (response) => {
    const isStream = response.url().includes('/api/chat/stream') && response.ok();
    if (isStream) streams.push(response.frame().page());
  });
  await page.goto('/notifications?tab=requests');
  await expect.poll(() => streams).toEqual([page]);
  const secondTab = await page.context().newPage();
  await secondTab.goto('/feed?feed=following');

  await like(request, ben, threadId);
  await expect(page).toHaveTitle('(1) Notifications · Skein');
  await expect(secondTab).toHaveTitle('(1) Feed · Skein');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page).toHaveTitle('Notifications · Skein');
  await expect(secondTab).toHaveTitle('Feed · Skein');
  expect(streams).toEqual([page]);

  await page.close();
  await expect.poll(() => streams).toEqual([page, secondTab]);
  await like(request, ben, await postThread(request, ada, 'Notes on weaving'));
  await expect(secondTab).toHaveTitle('(1) Feed · Skein');
});

test('disabled notification types create no notifications', async ({ page, request }) => {
  const [ada, ben] = await registerTwo(request);
  await signInAs(page, ada, '/settings/notifications');
  const likes = page.getByRole('switch', { name: 'Likes' });
  await expect(likes).toBeEnabled();
  await waitForSave(page, /\/api\/notifications\/preferences$/, () => likes.click());
  await like(request, ben, await postThread(request, ada, 'Notes on the analytical engine'));
  await postThread(request, ben, `Has @${ada.user.username} seen this?`);
  await expect(page).toHaveTitle('(1) Notifications · Settings · Skein');
  await navigationLink(page, 'Notifications, 1 unread').click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('mentioned you');
});
