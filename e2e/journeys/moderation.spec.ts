import { signInAdministrator } from '../support/administrator.ts';
import { signInAs, postThread, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test('an administrator removes a reported thread, and its author and the reporter are notified', async ({
  page,
  request,
  otherPage: adminPage,
}) => {
  const [reader, author, admin] = [
    await registerUser(request),
    await registerUser(request),
    await signInAdministrator(request),
  ];
  const text = `Cheap bridges from ${author.user.username}`;
  const threadId = await postThread(request, author, text);

  await signInAs(page, reader, `/thread/${threadId}`);
  const thread = page.getByRole('article').filter({ hasText: text });
  await thread.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const report = page.getByRole('dialog', { name: /^Report a thread of/ });
  await report.getByRole('radio', { name: 'Spam or fraud' }).check();
  await report.getByRole('textbox').fill('There are no such bridges');
  await report.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('button', { name: 'Done' }).click();

  await signInAs(adminPage, admin);
  await adminPage.getByRole('button', { name: /^Account/ }).click();
  await adminPage.getByRole('menuitem', { name: 'Administration' }).click();
  const row = adminPage.getByRole('article').filter({ hasText: text });
  await expect(row).toContainText('There are no such bridges');
  await row.getByRole('button', { name: /^Take action on/ }).click();
  const dialog = adminPage.getByRole('dialog', { name: /^Take action on/ });
  await dialog.getByLabel('Message to the user').fill('Fraud');
  await dialog.getByRole('button', { name: 'Take action' }).click();
  await expect(adminPage.getByText('The action was taken.')).toBeVisible();
  await expect(row).toBeHidden();

  await adminPage.getByRole('radio', { name: 'Resolved' }).check({ force: true });
  const decided = adminPage.getByRole('article').filter({ hasText: 'There are no such bridges' });
  await decided.getByRole('button', { name: /^Details/ }).click();
  const messages = adminPage.getByRole('region', { name: 'Messages to the reporter' });
  await messages.getByRole('textbox').fill('Thank you, it is gone');
  await messages.getByRole('button', { name: 'Send message' }).click();
  await expect(messages.getByRole('listitem')).toContainText('Thank you, it is gone');

  await page.reload();
  await expect(page.getByText('Thread not found')).toBeVisible();
  await page.goto('/notifications');
  await page.getByRole('link', { name: /moderators have written to you/ }).click();
  await expect(page.getByRole('article')).toContainText('Thank you, it is gone');
  await signInAs(page, author, '/mythread');
  await expect(page.getByText('No posts yet. Start creating some threads!')).toBeVisible();
});
