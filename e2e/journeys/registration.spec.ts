import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { buildUser } from '../support/users.ts';
import { drawPicture } from '../support/pictures.ts';
import { expect, test } from '../support/test.ts';

test('a new user registers, posts text with two pictures, reloads and signs out', async ({
  page,
}) => {
  const ada = buildUser();
  const text = `Two pictures of ${ada.email.replace(/@.*/, '')}.`;

  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('First name').fill(ada.firstName);
  await page.getByLabel('Last name').fill(ada.lastName);
  const username = page.getByLabel('Username');
  await expect(username).toHaveValue(/^ada\.lovelace\d*$/);
  await username.fill('skein');
  await page
    .getByRole('button', { name: /^Use skein\d/ })
    .first()
    .click();
  await expect(page.getByText('This username is available.')).toBeVisible();
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByLabel('Confirm password').fill(ada.password);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByText('Validation Error: Please accept the terms of use')).toBeVisible();
  await page.getByRole('checkbox', { name: /I accept/ }).check();
  await page.getByRole('button', { name: 'Get Started' }).click();

  await expect(page).toHaveURL(/\/feed$/);
  await expect(page.getByText('Welcome to Skein')).toBeVisible();
  await expect(
    page.getByText('Hello Ada Lovelace! Your account has been created successfully.'),
  ).toBeVisible();

  const profileStep = page.getByRole('region', { name: 'Introduce yourself' });
  await profileStep.getByRole('textbox', { name: 'Bio' }).fill('Counts stitches');
  await expectAccessible(page, 'first steps', { part: '[aria-labelledby=first-steps]' });
  await profileStep.getByRole('button', { name: 'Continue' }).click();
  const peopleStep = page.getByRole('region', { name: 'People to follow' });
  await peopleStep.getByRole('button', { name: 'Continue' }).click();
  const importStep = page.getByRole('region', { name: 'Bring your follows' });
  await importStep.getByRole('button', { name: 'Close the first steps' }).click();
  await expect(importStep).toBeHidden();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'First steps' }).click();
  await importStep.getByRole('button', { name: 'Back' }).click();
  await expect(peopleStep).toBeVisible();

  await page.getByText('Start a thread...').click();
  const dialog = page.getByRole('dialog', { name: 'New thread' });
  await dialog.getByRole('textbox', { name: 'Text' }).fill(`${text} #yarn`);
  const pictures = [
    await drawPicture(page, { name: 'red.png', colour: '#c33', width: 900, height: 600 }),
    await drawPicture(page, { name: 'blue.png', colour: '#33c', width: 600, height: 900 }),
  ];
  await dialog.locator('input[type=file]').first().setInputFiles(pictures);
  await dialog.getByRole('button', { name: 'Crop or rotate blue.png' }).click();
  const editor = page.getByRole('dialog', { name: 'Crop or rotate' });
  await editor.getByRole('button', { name: 'Rotate right' }).click();
  await editor.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove blue.webp' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Describe red.png' }).click();
  // The feed behind the dialog may show descriptions of other journeys' pictures.
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A white circle on red');
  await page.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Post', exact: true }).click();

  await expect(page.getByText('Thread Created!')).toBeVisible();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('article').filter({ hasText: text });
  await expect(card.getByRole('img', { name: 'A white circle on red' })).toBeVisible();
  await expectLoadedPictures(card.locator('img[srcset]'), 2);

  await page.reload();
  await expect(page).toHaveURL(/\/feed$/);
  await page.getByRole('link', { name: 'Following', exact: true }).click();
  await expect(card).toBeVisible();
  await expectLoadedPictures(card.locator('img[srcset]'), 2);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/feed');
  await expect(page).toHaveURL(/\/login$/);
});

async function expectLoadedPictures(images: Locator, count: number): Promise<void> {
  await expect(images).toHaveCount(count);
  for (const image of await images.all()) {
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
  }
}
