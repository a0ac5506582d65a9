import * as routes from '@skein/contracts/routes';
import type { AccountStatus } from '@skein/contracts/moderation';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

let status: AccountStatus;

beforeEach(() => {
  const user = givenSession(aUser());
  status = { isLimited: false, isFrozen: false, strikes: [] };
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.getAccountStatus, () => status),
  );
});

it('says that there are no restrictions', async () => {
  renderApp('/account-status');
  expect(await screen.findByText('Your account has no restrictions.')).toBeVisible();
});

it('is linked from every page while the account is frozen', async () => {
  const user = aUser({ isFrozen: true });
  givenSession(user);
  server.use(mockRoute(routes.getCurrentUser, () => user));
  renderApp('/account-status');
  expect(await screen.findByText(/Your account is frozen: you can only read\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Account status' })).toHaveAttribute(
    'href',
    '/account-status',
  );
});

it('offers a retry if the status cannot be loaded', async () => {
  server.use(
    mockRoute(routes.getAccountStatus, () => errorResponse({ status: 429, code: 'rate_limited' })),
  );
  renderApp('/account-status');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

it('lists strikes with their reason, and sends an appeal', async () => {
  const sent = vi.fn<(body: unknown) => void>();
  const createdAt = '2026-11-20T10:00:00.000Z';
  const strike = {
    id: anId(),
    action: 'freeze' as const,
    rules: ['Sell nothing'],
    text: 'No bridges, please',
    threadText: null,
    createdAt,
    endsAt: null,
    liftedAt: null,
    appeal: null,
    isAutomatic: false,
    appealableUntil: '2026-12-10T10:00:00.000Z',
  };
  status = { isLimited: false, isFrozen: true, strikes: [strike] };
  server.use(
    mockRoute(routes.appealStrike, async (request) => {
      sent(await request.json());
      const appeal = {
        text: 'I sold none',
        status: 'open' as const,
        createdAt,
        decidedAt: null,
        decisionText: null,
      };
      status = { ...status, strikes: [{ ...strike, appeal, appealableUntil: null }] };
      return { success: true, message: 'Your appeal was sent.' };
    }),
  );
  const user = renderApp('/account-status');
  expect(await screen.findByText('No bridges, please')).toBeVisible();
  expect(screen.getByText('Sell nothing')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Appeal' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }));
  expect(dialog.getByText('Please write why.')).toBeVisible();
  await user.type(dialog.getByLabelText('Why is this a mistake?'), 'I sold none');
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }));
  expect(await screen.findByText('The appeal is waiting for a decision.')).toBeVisible();
  expect(sent).toHaveBeenCalledExactlyOnceWith({ text: 'I sold none' });
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});
