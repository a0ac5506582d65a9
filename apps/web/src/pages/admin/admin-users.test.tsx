import { screen, waitFor, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { UserRole } from '@skein/contracts/administration';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { anAdminUser, aPage, done } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const anAccount = anAdminUser({
  createdAt: '2026-05-01T10:00:00.000Z',
  threadsCount: 3,
  openReportsCount: 2,
});

const received = vi.fn<(body: unknown) => void>();

function givenUser(role: UserRole) {
  const user = givenSession(aUser({ role }));
  server.use(mockRoute(routes.getCurrentUser, () => user));
}

beforeEach(() => {
  received.mockReset();
  givenUser('owner');
  server.use(mockRoute(routes.listRules, () => []));
});

it('searches, suspends and verifies users', async () => {
  server.use(
    mockRoute(routes.listAdminUsers, ({ url }) => {
      const q = new URL(url).searchParams.get('q') ?? '';
      return aPage('ada weaver'.includes(q) ? [anAccount] : []);
    }),
    mockRoute(routes.createStrike, () =>
      errorResponse({
        status: 409,
        code: 'conflict',
        message: "Administrators can't be suspended.",
      }),
    ),
    mockRoute(routes.verifyUser, async (request) => {
      received(await request.json());
      return done('This account is now verified.');
    }),
  );
  const user = renderApp('/admin/users');
  expect(await screen.findByText('2 open reports')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'More actions for Ada Weaver' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Verify' }));
  expect(await screen.findByText('This account is now verified.')).toBeVisible();
  expect(received).toHaveBeenCalledExactlyOnceWith({ isVerified: true });

  await user.click(screen.getByRole('button', { name: 'Take action on Ada Weaver' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: /^Suspend account/ }));
  await user.selectOptions(within(dialog).getByLabelText('Duration'), '7 days');
  await user.type(within(dialog).getByLabelText('Message to the user'), 'Fraud');
  await user.click(within(dialog).getByRole('button', { name: 'Take action' }));
  expect(await screen.findByText("Administrators can't be suspended.")).toBeVisible();

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'nobody');
  expect(await screen.findByText('Nobody found.')).toBeVisible();
});

it('shows the strikes of an account in the menu of its less common actions', async () => {
  givenUser('moderator');
  const struck = { ...anAccount, strikesCount: 2, hasStrikes: true };
  const unknown = { ...anAccount, id: anId(), name: 'Ben', hasStrikes: false };
  server.use(
    mockRoute(routes.listAdminUsers, () => aPage([struck, unknown])),
    mockRoute(routes.listStrikes, () => aPage([])),
  );
  const user = renderApp('/admin/users');
  const button = await screen.findByRole('button', { name: 'More actions for Ada Weaver' });
  expect(screen.queryByRole('button', { name: 'More actions for Ben' })).toBeNull();
  await user.click(button);
  const menu = await screen.findByRole('menu', { name: 'More actions for Ada Weaver' });
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(1);
  await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Strikes of Ada Weaver' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
});

it('changes the role of a user to one that the own role may give', async () => {
  givenUser('admin');
  server.use(
    mockRoute(routes.listAdminUsers, () =>
      aPage([
        anAccount,
        { ...anAccount, id: anId(), name: 'Ben', role: 'admin', isAdmin: true, hasStrikes: false },
      ]),
    ),
    mockRoute(routes.changeRole, async (request) => {
      received(await request.json());
      return done('The role has been changed.');
    }),
  );
  const user = renderApp('/admin/users');
  expect(await screen.findByRole('button', { name: 'More actions for Ben' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Take action on Ben' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More actions for Ben' }));
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More actions for Ada Weaver' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change role' }));
  const dialog = await screen.findByRole('dialog');
  const choices = within(dialog).getAllByRole<HTMLInputElement>('radio');
  expect(choices.map(({ checked }) => checked)).toEqual([true, false]);
  await user.click(within(dialog).getByRole('radio', { name: /^Moderator/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Change role' }));
  expect(await screen.findByText('The role has been changed.')).toBeVisible();
  expect(received).toHaveBeenCalledExactlyOnceWith({ role: 'moderator' });
});
