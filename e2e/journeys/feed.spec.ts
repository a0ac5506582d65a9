import { drawPicture } from '../support/pictures.ts';
import { expectToFit, openScreen } from '../support/screens.ts';
import { signInAs, follow, postThread, registerUser } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

test('new threads of others appear after pressing the new threads button', async ({
  page,
  request,
}) => {
  await page.clock.install();
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await follow(request, ada, ben);
  await postThread(request, ben, `Before, by ${ben.user.username}`);
  await signInAs(page, ada);
  await expect(page.getByText(`Before, by ${ben.user.username}`)).toBeVisible();

  await postThread(request, ben, `After, by ${ben.user.username}`);
  await page.clock.fastForward(120_000);
  const pill = page.getByRole('button', { name: /new threads?$/ });
  await expect(pill).toBeVisible();
  await expect(page.getByText(`After, by ${ben.user.username}`)).toBeHidden();
  await pill.click();
  await expect(page.getByText(`After, by ${ben.user.username}`)).toBeVisible();
  await expect(pill).toBeHidden();
});

test('scrolling loads further pages to the end of the feed', async ({ page, request }) => {
  const [ada, ben] = [await registerUser(request), await registerUser(request)];
  await follow(request, ada, ben);
  const name = ben.user.username;
  for (let number = 1; number <= 45; number += 1) {
    await postThread(request, ben, `Number ${number} by ${name}`);
  }
  await signInAs(page, ada);
  await expect(page.getByText(`Number 45 by ${name}`)).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(page.getByText("You've reached the end of the feed")).toBeVisible({
      timeout: 300,
    });
  }).toPass();
});

test('a draft survives a reload, is continued on another device and published there', async ({
  page,
  otherPage: phone,
  request,
}) => {
  const ada = await registerUser(request);
  await signInAs(page, ada);
  await page.getByText('Start a thread...').click();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Not finished yet');
  await page.reload();
  await page.getByText('Start a thread...').click();
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Not finished yet');
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.press('Escape');
  const confirmDialog = page.getByRole('alertdialog', { name: 'Save as a draft?' });
  await confirmDialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Not finished yet');
  await page.keyboard.press('Escape');
  await confirmDialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await page.getByText('Start a thread...').click();
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('');

  await dialog.getByRole('textbox', { name: 'Text' }).fill('To be continued');
  const picture = { name: 'red.png', colour: '#c33', width: 600, height: 400 };
  const input = dialog.locator('input[type=file]').first();
  await input.setInputFiles([await drawPicture(page, picture)]);
  await page.keyboard.press('Escape');
  await confirmDialog.getByRole('button', { name: 'Save draft' }).click();
  await expect(dialog).toBeHidden();

  await signInAs(phone, ada);
  await phone.getByText('Start a thread...').click();
  await phone.getByRole('button', { name: 'Drafts' }).click();
  await phone.getByRole('button', { name: /^To be continued/ }).click();
  const textBox = phone.getByRole('textbox', { name: 'Text' });
  await expect(textBox).toHaveValue('To be continued');
  await expect(phone.getByRole('button', { name: 'Remove Picture 1' })).toBeVisible();
  await textBox.fill('Continued');
  await phone.getByRole('button', { name: 'Post', exact: true }).click();
  const card = phone.getByRole('article').filter({ hasText: 'Continued' });
  await expect(card.locator('img[srcset]')).toBeVisible();

  await page.getByText('Start a thread...').click();
  await page.getByRole('button', { name: 'Drafts' }).click();
  await expect(page.getByText('No drafts.', { exact: false })).toBeVisible();
});

test('HTML in a thread is shown as text', async ({ page, request }) => {
  const ada = await registerUser(request);
  const hostile = `<img src=x onerror=alert(1)> javascript:alert(2) by ${ada.user.username}`;
  await postThread(request, ada, hostile);
  page.on('dialog', () => {
    throw new Error('A script ran.');
  });
  await signInAs(page, ada);
  await expect(page.getByText(hostile)).toBeVisible();
});

test('no screen scrolls horizontally at any width', async ({ page, request }) => {
  const ada = await registerUser(request);
  await postThread(request, ada, `${'long'.repeat(60)} https://example.org/${'path/'.repeat(40)}`);
  const expectToFitAllWidths = async (name: string) => {
    for (const width of [1024, 768, 390, 320]) await expectToFit(page, width, name);
  };
  for (const path of ['/login', '/register']) {
    await openScreen(page, path);
    await expectToFitAllWidths(path);
  }
  await signInAs(page, ada);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectToFitAllWidths('the feed');
  await page.getByText('Start a thread...').click();
  await expect(page.getByRole('dialog', { name: 'New thread' })).toBeVisible();
  await expectToFitAllWidths('the dialog for a new thread');
});
