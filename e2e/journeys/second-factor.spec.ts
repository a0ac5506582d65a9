import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '../support/axe.ts';
import { registerUser, signInAs } from '../support/users.ts';
import type { Account } from '../support/users.ts';
import { expect, test } from '../support/test.ts';

/** Adds an authenticator that approves everything, as a phone with a screen lock does. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function confirmPassword(page: Page, { password }: Account): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

async function openSignIn(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
}

test('a passkey is added in the settings and signs in without an email address', async ({
  page,
  request,
}) => {
  const ada = await registerUser(request);
  await addVirtualAuthenticator(page);
  await signInAs(page, ada, '/settings/security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await expectAccessible(page, 'dialog of a new passkey');
  await confirmPassword(page, ada);
  await expect(page.getByText('Passkey added.')).toBeVisible();
  await expect(page.getByText('My phone', { exact: true })).toBeVisible();

  await openSignIn(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('Welcome Back!')).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);
});

test('two-factor authentication is set up and asks for a code', async ({ page, request }) => {
  const ada = await registerUser(request);
  await signInAs(page, ada, '/settings/security');
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  await confirmPassword(page, ada);
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(page.getByLabel('Code from the app')).toBeFocused();
  await expectAccessible(page, 'dialog of the QR code');
  const secret = await page.getByText(/^[A-Z2-7]{32}$/).textContent();
  const totp = new TOTP({ secret: Secret.fromBase32(secret ?? '') });
  await page.getByLabel('Code from the app').fill(totp.generate());
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(page.getByText('Save your recovery codes')).toBeVisible();
  await expectAccessible(page, 'dialog of the recovery codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('On. 10 recovery codes left.')).toBeVisible();

  await openSignIn(page);
  await page.getByLabel('Email address').fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await expectAccessible(page, 'second step of signing in');
  // The current code was used already.
  const nextCode = totp.generate({ timestamp: Date.now() + 30_000 });
  await page.keyboard.type(nextCode);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome Back!')).toBeVisible();
  await expect(page).toHaveURL(/\/feed$/);
});
