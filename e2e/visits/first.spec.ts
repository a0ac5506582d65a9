import { drawPicture } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';
import { findThread, visitor } from '../support/visitor.ts';

test('a user registers and posts a picture', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill(visitor.firstName);
  await page.getByLabel('Last name').fill(visitor.lastName);
  await page.getByLabel('Email address').fill(visitor.email);
  await page.getByLabel('Password', { exact: true }).fill(visitor.password);
  await page.getByLabel('Confirm password').fill(visitor.password);
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/feed$/);

  await page.getByText('Start a thread...').click();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('A picture that lasts.');
  const picture = { name: 'green.png', colour: '#3a3', width: 900, height: 600 };
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([await drawPicture(page, picture)]);
  await dialog.getByRole('button', { name: 'Describe green.png' }).click();
  await page.getByLabel('Description').fill('A white circle on green');
  await page.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(dialog).toBeHidden();
  await findThread(page);
});
