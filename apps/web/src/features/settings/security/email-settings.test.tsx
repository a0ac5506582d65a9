import * as routes from '@skein/contracts/routes';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Toasts } from '../../../ui/toasts.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { mockRoute, server } from '../../../testing/api.ts';
import { givenSession } from '../../../testing/session.ts';
import { EmailSettings } from './email-settings.tsx';

function open(first: { email: string; isVerified: boolean; canVerify: boolean }) {
  const own = givenSession();
  const state = { ...first, pendingEmail: null as string | null, sentCount: 0 };
  const success = { success: true, message: 'Sent.' } as const;
  server.use(
    mockRoute(routes.getEmailStatus, () => state),
    mockRoute(routes.getCurrentUser, () => own),
    mockRoute(routes.sendVerificationEmail, () => {
      state.sentCount += 1;
      return success;
    }),
    mockRoute(routes.changeEmail, async (request) => {
      const { email } = (await request.json()) as { email: string };
      if (state.isVerified) state.pendingEmail = email;
      else state.email = email;
      return success;
    }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EmailSettings />
      <Toasts />
    </QueryClientProvider>,
  );
  return { state, user: userEvent.setup() };
}

it('sends a link for an address that is not verified', async () => {
  const { state, user } = open({ email: 'ada@example.org', isVerified: false, canVerify: true });
  await user.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/Check your inbox/)).toBeVisible();
  expect(state.sentCount).toBe(1);
});

it('lets an account add an address after its owner has removed the one before', async () => {
  const { user } = open({ email: '', isVerified: false, canVerify: true });
  await user.click(await screen.findByRole('button', { name: 'Add address' }));
  await user.type(await screen.findByLabelText('New email address'), 'ada@example.org');
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^ada@example.org isn't verified/)).toBeVisible();
});

it('keeps a verified address until the link to the new one is opened', async () => {
  const { user } = open({ email: 'ada@example.org', isVerified: true, canVerify: true });
  await user.click(await screen.findByRole('button', { name: 'Change address' }));
  expect(await screen.findByText(/Until then, you sign in with ada@example.org/)).toBeVisible();
  await user.type(screen.getByLabelText('New email address'), 'ada@example.net');
  await user.type(screen.getByLabelText('Your password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/^Your address changes to ada@example.net when/)).toBeVisible();
  expect(screen.getByText(/^Check your inbox/)).toBeVisible();
  expect(screen.getByText(/^ada@example.org is verified/)).toBeVisible();
});
