import * as routes from '@skein/contracts/routes';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage, reloadPage } from '../../../lib/open-page.ts';
import { getAccessToken, saveSession } from '../../../lib/session/index.ts';
import { errorResponse, mockRoute, server } from '../../../testing/api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { aToken, aUser, givenSession } from '../../../testing/session.ts';
import { aFeedPage, aThread } from '../../../testing/threads.ts';

// jsdom cannot load another page.
vi.mock('../../../lib/open-page.ts', () => ({
  openPage: vi.fn<(path: string) => void>(),
  reloadPage: vi.fn<() => void>(),
}));

const ada = aUser({ name: 'Ada Weaver', username: 'ada', email: 'ada@example.org' });
const grace = aUser({ name: 'Grace Loom', username: 'grace' });
const tokens = { ada: aToken(3600, ada.id), grace: aToken(3600, grace.id) };
const sent: string[] = [];

const signedInUser = (headers: Headers) =>
  headers.get('Authorization') === `Bearer ${tokens.ada}` ? ada : grace;

const record = (name: string) => (request: Request) => {
  sent.push(`${name} of ${signedInUser(request.headers).username}`);
  return { success: true as const, message: '' };
};

const getStored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

/** Both are signed in, Grace is present. */
beforeEach(() => {
  vi.clearAllMocks();
  sent.length = 0;
  givenSession(ada, tokens.ada);
  givenSession(grace, tokens.grace);
  server.use(
    mockRoute(routes.getCurrentUser, ({ headers }) => signedInUser(headers)),
    mockRoute(routes.listFeed, ({ headers }) =>
      aFeedPage([aThread({ content: `For ${signedInUser(headers).name}` })]),
    ),
    mockRoute(routes.logout, record('logout')),
    mockRoute(routes.exchangeSession, ({ headers }) => {
      sent.push(`cookie of ${signedInUser(headers).username}`);
      return { success: true, message: '', token: tokens.ada, user: ada };
    }),
    mockRoute(routes.countUnreadNotifications, ({ headers }) => ({
      count: signedInUser(headers) === ada ? 3 : 0,
    })),
  );
});

async function openMenu(): Promise<UserEvent> {
  const user = renderApp('/feed');
  await screen.findByText('For Grace Loom');
  const [account] = screen.getAllByRole('button', { name: /^Account/ });
  if (!account) throw new Error('no profile menu');
  await user.click(account);
  return user;
}

it('switches to another account, whose unread items the menu counts', async () => {
  const user = await openMenu();
  const item = await screen.findByRole('menuitem', { name: /Ada Weaver @ada/ });
  await waitFor(() => expect(item).toHaveAccessibleName(/3 unread/));
  await user.click(item);
  expect(openPage).toHaveBeenCalledWith('/feed');
  expect(localStorage.getItem('access_token')).toBe(tokens.ada);
  expect(getStored('user')).toEqual(ada);
  expect(getStored('accounts')).toEqual([{ user: grace, token: tokens.grace }]);
  // Until the page is loaded, nothing of the account is shown, and no request can be made in its name.
  expect(screen.queryByText('For Grace Loom')).not.toBeInTheDocument();
  expect(getAccessToken()).toBeNull();
  await waitFor(() => expect(sent).toEqual(['cookie of ada']));
});

it('signs out the present account only and opens the next one', async () => {
  localStorage.setItem(`searches:${ada.id}`, '["wool"]');
  localStorage.setItem(`searches:${grace.id}`, '["silk"]');
  const user = await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: /^Logout/ }));
  await waitFor(() => expect(openPage).toHaveBeenCalledWith('/feed'));
  expect(sent).toEqual(['logout of grace', 'cookie of ada']);
  expect(localStorage.getItem('access_token')).toBe(tokens.ada);
  expect(localStorage.getItem('accounts')).toBeNull();
  expect(localStorage.getItem(`searches:${ada.id}`)).toBe('["wool"]');
  expect(localStorage.getItem(`searches:${grace.id}`)).toBeNull();
});

it('signs out all accounts after a confirmation', async () => {
  const user = await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Log out of all accounts' }));
  await user.click(await screen.findByRole('button', { name: 'Log out of all accounts' }));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  await waitFor(() => expect(sent.toSorted()).toEqual(['logout of ada', 'logout of grace']));
  for (const key of ['access_token', 'user', 'accounts'])
    expect(localStorage.getItem(key)).toBeNull();
});

it('offers to sign in again to an account whose session has ended elsewhere', async () => {
  server.use(
    mockRoute(routes.countUnreadNotifications, ({ headers }) =>
      signedInUser(headers) === ada ? errorResponse({ status: 401 }) : { count: 0 },
    ),
  );
  const user = await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Ada Weaver Sign in again' }));
  expect(await screen.findByLabelText('Email address')).toHaveValue(ada.email);
  expect(localStorage.getItem('access_token')).toBe(tokens.grace);
});

it('shows the other accounts on the sign-in page after the session of the present one has ended', async () => {
  server.use(
    mockRoute(routes.getCurrentUser, () => errorResponse({ status: 401 })),
    mockRoute(routes.listBookmarkedThreads, () => errorResponse({ status: 401 })),
  );
  const user = renderApp('/bookmarks');
  await user.click(await screen.findByRole('button', { name: /Ada Weaver/ }));
  expect(openPage).toHaveBeenCalledWith('/bookmarks');
  expect(localStorage.getItem('access_token')).toBe(tokens.ada);
  expect(getStored('accounts')).toEqual([{ user: grace, token: null }]);
});

it('adds an account on the sign-in page, where the present one stays signed in', async () => {
  const eve = aUser({ name: 'Eve', username: 'eve' });
  const token = aToken(3600, eve.id);
  server.use(
    mockRoute(routes.login, () => ({ success: true, message: '', token, user: eve })),
    mockRoute(routes.getCurrentUser, () => eve),
  );
  const user = await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Add account' }));
  await user.type(await screen.findByLabelText('Email address'), 'eve@example.org');
  expect(localStorage.getItem('access_token')).toBe(tokens.grace);
  await user.type(screen.getByLabelText('Password'), 'analytical engine');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  expect(localStorage.getItem('access_token')).toBe(token);
  expect(getStored('accounts')).toEqual([
    { user: ada, token: tokens.ada },
    { user: grace, token: tokens.grace },
  ]);
});

it('stores at most five accounts', () => {
  for (let count = 0; count < 6; count += 1) {
    const user = aUser();
    saveSession({ token: aToken(3600, user.id), user });
  }
  expect(getStored('accounts')).toHaveLength(4);
});

it('follows a switch in another tab without mixing the data of two accounts', async () => {
  renderApp('/feed');
  await screen.findByText('For Grace Loom');
  const write = (key: string, value: string) => {
    localStorage.setItem(key, value);
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  // The other tab writes the token first.
  act(() => write('access_token', tokens.ada));
  expect(getAccessToken()).toBe(tokens.grace);
  expect(reloadPage).not.toHaveBeenCalled();
  act(() => write('user', JSON.stringify(ada)));
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(getAccessToken()).toBeNull();
  expect(screen.queryByText('For Grace Loom')).not.toBeInTheDocument();
  expect(localStorage.getItem('access_token')).toBe(tokens.ada);
});
