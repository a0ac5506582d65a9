import * as routes from '@skein/contracts/routes';
import type { OwnInvitations } from '@skein/contracts/moderation';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { done } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';

const received = vi.fn<(body: unknown) => void>();
let own: OwnInvitations;

beforeEach(() => {
  received.mockReset();
  const user = givenSession(aUser({ role: 'member' }));
  own = { canInvite: true, remaining: 2, invitations: [] };
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.listOwnInvitations, () => own),
    mockRoute(routes.createOwnInvitation, async (request) => {
      received(await request.json());
      return { link: 'https://skein.test/register#invitation=code' };
    }),
  );
});

it('creates a link and shows how many people can still be invited', async () => {
  const user = renderApp('/invitations');
  expect(await screen.findByText(/You can invite 2 more people/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create invitation' }));
  expect(await screen.findByLabelText('Link of the invitation, shown only now')).toHaveValue(
    'https://skein.test/register#invitation=code',
  );
  expect(received).toHaveBeenCalledWith({ days: 7, usesMax: 1 });
});

it('lists and revokes own invitations', async () => {
  const invitation = {
    id: '019a0000-0000-7000-8000-000000000001',
    creator: {
      id: '019a0000-0000-7000-8000-000000000002',
      name: 'Ada',
      username: 'ada',
      isSuspended: false,
    },
    createdAt: '2026-11-28T10:00:00.000Z',
    expiresAt: '2026-12-05T10:00:00.000Z',
    usesCount: 0,
    usesMax: 1,
    status: 'usable' as const,
  };
  own = { ...own, invitations: [invitation] };
  server.use(
    mockRoute(routes.revokeOwnInvitation, () => {
      own = { ...own, invitations: [{ ...invitation, status: 'revoked' }] };
      return done('The invitation has been revoked.');
    }),
  );
  const user = renderApp('/invitations');
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked')).toBeVisible();
});

it('explains that the user cannot invite others', async () => {
  own = { canInvite: false, remaining: 0, invitations: [] };
  renderApp('/invitations');
  expect(await screen.findByText("You can't invite people to this instance.")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Create invitation' })).not.toBeInTheDocument();
});

it('can be loaded again after an error', async () => {
  server.use(mockRoute(routes.listOwnInvitations, () => errorResponse({ status: 500 })));
  renderApp('/invitations');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible(), {
    timeout: 10_000,
  });
});
