import * as routes from '@skein/contracts/routes';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { mockRoute, errorResponse, server } from '../testing/api.ts';
import { saveSession } from '../lib/session/index.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aToken, aUser, givenSession } from '../testing/session.ts';
import { givenSettingsPage } from '../testing/settings.ts';
import { aFeedPage, aThreadPage } from '../testing/threads.ts';

const grace = aUser();

beforeEach(() => {
  server.use(
    mockRoute(routes.getCurrentUser, () => grace),
    mockRoute(routes.listFeed, () => aFeedPage([])),
  );
});

describe('routes', () => {
  it.each(['/', '/feed', '/nowhere', '/settings'])(
    '%s redirects signed-out users to /login',
    async (path) => {
      renderApp(path);
      expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument();
      expect(window.location.pathname).toBe('/login');
    },
  );

  it.each(['/', '/nowhere', '/register'])('%s redirects signed-in users to /feed', async (path) => {
    givenSession(grace);
    renderApp(path);
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  });

  it('an expired token redirects to /login', async () => {
    givenSession(grace, aToken(-1));
    renderApp('/feed');
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  });
});

describe('focus', () => {
  it('moves to the heading of the next page', async () => {
    const user = renderApp('/login');
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    const heading = await screen.findByRole('heading', { name: 'Join Skein' });
    await waitFor(() => expect(heading).toHaveFocus());
  });
});

describe('shell', () => {
  it('marks the current page in the navigation', async () => {
    givenSession(grace);
    renderApp('/feed');
    const links = await screen.findAllByRole('link', { name: 'Feed' });
    for (const link of links) expect(link).toHaveAttribute('aria-current', 'page');
  });

  it.each([
    ['View Profile', '/profile'],
    ['Settings', '/settings'],
  ])('opens %s in the profile menu at %s', async (entry, pathname) => {
    givenSession(grace);
    givenSettingsPage();
    const user = renderApp('/feed');
    const [account] = await screen.findAllByRole('button', { name: /^Account/ });
    if (!account) throw new Error('no profile menu');
    await user.click(account);
    await user.click(await screen.findByRole('menuitem', { name: entry }));
    await waitFor(() => expect(window.location.pathname).toBe(pathname));
    expect(await screen.findByLabelText('Full Name')).toHaveValue(grace.name);
  });

  it('signs out from the profile menu, on the server and on this device', async () => {
    let sentToken: string | null = null;
    server.use(
      mockRoute(routes.logout, ({ headers }) => {
        sentToken = headers.get('Authorization');
        return { success: true, message: '' };
      }),
    );
    const token = aToken();
    givenSession(grace, token);
    const user = renderApp('/feed');
    const [account] = await screen.findAllByRole('button', { name: /^Account/ });
    if (!account) throw new Error('no profile menu');
    await user.click(account);
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
    await waitFor(() => expect(sentToken).toBe(`Bearer ${token}`));
  });

  it('opens the feed for the next user after signing out elsewhere', async () => {
    givenSession(grace);
    server.use(
      mockRoute(routes.listBookmarkedThreads, () => aThreadPage([])),
      mockRoute(routes.logout, () => ({ success: true, message: '' })),
    );
    const user = renderApp('/bookmarks');
    const [account] = await screen.findAllByRole('button', { name: /^Account/ });
    if (!account) throw new Error('no profile menu');
    await user.click(account);
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    act(() => saveSession({ token: aToken(), user: grace }));
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  });

  it('returns to the page of a session that the server has ended', async () => {
    givenSession(grace);
    server.use(mockRoute(routes.listBookmarkedThreads, () => errorResponse({ status: 401 })));
    renderApp('/bookmarks');
    await screen.findByRole('button', { name: 'Sign in' });
    server.use(mockRoute(routes.listBookmarkedThreads, () => aThreadPage([])));
    act(() => saveSession({ token: aToken(), user: grace }));
    await waitFor(() => expect(window.location.pathname).toBe('/bookmarks'));
  });

  it('ends a session that the server does not accept', async () => {
    server.use(mockRoute(routes.getCurrentUser, () => errorResponse({ status: 401 })));
    givenSession(grace);
    renderApp('/feed');
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(
      await screen.findByText('Your session has ended. Please sign in again.'),
    ).toBeInTheDocument();
  });

  it('keeps the session after an error other than 401', async () => {
    server.use(mockRoute(routes.getCurrentUser, () => errorResponse({ status: 403 })));
    givenSession(grace);
    renderApp('/feed');
    await screen.findAllByRole('button', { name: /^Account/ });
    expect(localStorage.getItem('access_token')).not.toBeNull();
  });

  it('switches to the dark theme and stores the choice', async () => {
    const user = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Use the dark theme' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Use the light theme' }));
    expect(document.documentElement.dataset['theme']).toBe('light');
  });
});
