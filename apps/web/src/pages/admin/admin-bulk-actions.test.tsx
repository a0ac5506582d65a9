import * as routes from '@skein/contracts/routes';
import type { AccountActionResult, AdminUser } from '@skein/contracts/moderation';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { anAdminUser, aPage } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const searched = vi.fn<(query: unknown) => void>();
const received = vi.fn<(body: unknown) => void>();
let accounts: AdminUser[];

const anAccount = (name: string, fields: Partial<AdminUser> = {}) =>
  anAdminUser({ id: anId(), name, username: name.toLowerCase(), ...fields });

beforeEach(() => {
  searched.mockReset();
  received.mockReset();
  const viewer = givenSession(aUser({ role: 'moderator' }));
  accounts = [
    anAccount('Ada', { registrationAddress: '203.0.113.7' }),
    anAccount('Ben'),
    anAccount('Cleo', { role: 'moderator' }),
    anAccount('Vera', { id: viewer.id }),
  ];
  server.use(
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.listAdminUsers, ({ url }) => {
      searched(Object.fromEntries(new URL(url).searchParams));
      return aPage(accounts);
    }),
  );
});

it('selects all accounts on which the moderator can act, and shows the result of each', async () => {
  server.use(
    mockRoute(routes.actOnAccounts, async (request) => {
      received(await request.json());
      const outcomes = ['done', 'unchanged'] as const;
      const results = outcomes.map((outcome, index): AccountActionResult => ({
        userId: accounts[index]?.id ?? '',
        outcome,
      }));
      return { results };
    }),
  );
  const user = renderApp('/admin/users');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  expect(screen.getByRole('checkbox', { name: 'Select Ben' })).toBeChecked();
  expect(screen.queryByRole('checkbox', { name: 'Select Cleo' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Act on 2 accounts' }));
  const dialog = await screen.findByRole('dialog', { name: 'Take action on 2 accounts' });
  await user.click(within(dialog).getByRole('radio', { name: /^Suspend account/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Take action' }));
  expect(within(dialog).getByText('Choose a rule or write a message.')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox', { name: 'Message to the user' }), 'Spam');
  await user.click(within(dialog).getByRole('button', { name: 'Take action' }));
  const results = await screen.findByRole('dialog', { name: 'Results' });
  expect(results).toHaveTextContent('1 of 2 accounts were changed.');
  const rows = within(results).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Ada @adaDone',
    'Ben @benAlready in this state',
  ]);
  expect(received).toHaveBeenCalledExactlyOnceWith({
    userIds: accounts.slice(0, 2).map(({ id }) => id),
    action: 'suspend',
    suspendedUntil: null,
    ruleIds: [],
    text: 'Spam',
  });
  await user.click(within(results).getByRole('button', { name: 'Close' }));
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Select Ben' })).not.toBeChecked(),
  );
});

it('has no search by IP address for moderators, who cannot block addresses', async () => {
  const user = renderApp('/admin/users');
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  expect(await screen.findByRole('textbox', { name: /^Text/ })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /^IP address/ })).toBeNull();
});

it('searches by IP address and by text, and forgets the selection', async () => {
  const admin = givenSession(aUser({ role: 'admin' }));
  server.use(mockRoute(routes.getCurrentUser, () => admin));
  const user = renderApp('/admin/users');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ben' }));
  expect(screen.getByRole('button', { name: 'Act on 1 account' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'From 203.0.113.7' }));
  const address = await screen.findByRole('textbox', { name: /^IP address/ });
  expect(address).toHaveValue('203.0.113.7');
  expect(screen.queryByRole('button', { name: 'Act on 1 account' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'Buy two bridges');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() =>
    expect(searched).toHaveBeenLastCalledWith({
      q: '',
      address: '203.0.113.7',
      text: 'Buy two bridges',
    }),
  );
});

it('shows why a search fails', async () => {
  const message = 'The text must have at least 20 letters.';
  server.use(
    mockRoute(routes.listAdminUsers, () =>
      errorResponse({
        status: 400,
        code: 'validation_failed',
        errors: [{ path: 'text', message }],
      }),
    ),
  );
  renderApp('/admin/users?text=Hello');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Text/ })).toHaveValue('Hello');
});
