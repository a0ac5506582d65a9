import * as routes from '@skein/contracts/routes';
import type { Identities } from '@skein/contracts/auth';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createQueryClient } from '../../../api/query-client.ts';
import { errorResponse, mockRoute, server } from '../../../testing/api.ts';
import { givenSession } from '../../../testing/session.ts';
import { anId } from '../../../testing/threads.ts';
import { TestRouter } from '../../../testing/test-router.tsx';
import { Toasts } from '../../../ui/toasts.tsx';
import { IdentitySettings } from './identity-settings.tsx';

const linked: Identities = {
  identities: [
    {
      id: anId(),
      provider: 'sso.example',
      createdAt: '2026-11-20T10:00:00.000Z',
      lastUsedAt: null,
    },
  ],
  hasPassword: true,
  canLink: false,
  canUnlink: true,
};
let state: Identities;

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Toasts />
      <TestRouter>
        <IdentitySettings email="grace@example.org" />
      </TestRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

beforeEach(() => {
  givenSession();
  state = linked;
  window.history.replaceState(null, '', '/settings');
  server.use(mockRoute(routes.listIdentities, () => state));
});

it('unlinks an account with the password', async () => {
  server.use(
    mockRoute(routes.unlinkIdentity, async (request) => {
      const { password } = (await request.json()) as { password: string };
      if (password !== 'correct horse') {
        return errorResponse({
          status: 403,
          code: 'wrong_password',
          message: 'Not your password.',
        });
      }
      state = { ...linked, identities: [] };
      return { success: true, message: '' };
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Unlink sso.example' }));
  const field = await screen.findByLabelText('Your password');
  await user.type(field, 'wrong{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription('Not your password.'));
  await user.clear(field);
  await user.type(field, 'correct horse{Enter}');
  expect(await screen.findByText('Account unlinked.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('sso.example')).toBeNull());
});

it('offers a link to set a password instead of unlinking to an account without one', async () => {
  state = { ...linked, hasPassword: false, canUnlink: false };
  const emails: unknown[] = [];
  server.use(
    mockRoute(routes.forgotPassword, async (request) => {
      emails.push(await request.json());
      return { success: true, message: '' };
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Send a link to set a password' }));
  expect(await screen.findByText('Check your inbox: we have sent you a link.')).toBeVisible();
  expect(emails).toEqual([{ email: 'grace@example.org' }]);
  expect(screen.queryByRole('button', { name: 'Unlink sso.example' })).toBeNull();
});

it.each([
  ['linked', 'Account linked.'],
  ['identityTaken', 'This single sign-on account is linked to another account here.'],
])('shows the result %s of linking once', async (result, text) => {
  window.history.replaceState(null, '', `/settings?identity=${result}#security`);
  open();
  expect(await screen.findByText(text)).toBeVisible();
  expect(window.location.search).toBe('');
});
