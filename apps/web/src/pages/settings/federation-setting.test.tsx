import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { givenFederation } from '../../testing/federation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenOwnProfile, givenSettingsPage } from '../../testing/settings.ts';

it('disconnects the account from other servers after a question, if the instance is connected', async () => {
  givenFederation();
  givenSettingsPage();
  const account = givenOwnProfile();
  const user = renderApp('/settings/privacy');
  expect(await screen.findByText(/^Other servers receive your name/)).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Connect with other servers' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(account.saves).toEqual([{ isFederated: ['false'] }]));
});
