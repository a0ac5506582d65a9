import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { mockRoute, server } from '../../testing/api.ts';
import { givenFederation } from '../../testing/federation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenOwnProfile, givenSettingsPage } from '../../testing/settings.ts';

const done = { success: true, message: 'Done.' } as const;

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

it('blocks and unblocks a server', async () => {
  givenFederation();
  givenSettingsPage();
  givenOwnProfile();
  const changes: string[] = [];
  let domains: string[] = [];
  server.use(
    mockRoute(routes.listBlockedServers, () =>
      domains.map((domain) => ({ domain, createdAt: '2026-11-20T10:00:00.000Z' })),
    ),
    mockRoute(routes.blockServer, ({ url }) => {
      changes.push(new URL(url).pathname);
      domains = ['knots.example'];
      return { ...done, domain: 'knots.example' };
    }),
    mockRoute(routes.unblockServer, () => {
      domains = [];
      return done;
    }),
  );
  const user = renderApp('/settings/privacy');
  await user.type(await screen.findByLabelText('Domain of a server'), 'knots.example');
  await user.click(screen.getByRole('button', { name: 'Block server' }));
  await user.click(await screen.findByRole('button', { name: 'Unblock knots.example' }));
  expect(await screen.findByText("You haven't blocked any servers.")).toBeVisible();
  expect(changes).toEqual(['/api/users/me/server-blocks/knots.example']);
});
