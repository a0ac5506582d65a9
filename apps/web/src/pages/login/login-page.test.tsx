import * as routes from '@skein/contracts/routes';
import type { CurrentUser } from '@skein/contracts/users';
import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getAccessToken, getSessionUser } from '../../lib/session/index.ts';
import { mockRoute, networkFailure, errorResponse, server } from '../../testing/api.ts';
import { navigate, renderApp } from '../../testing/render-app.tsx';
import { aToken, aUser, givenSession } from '../../testing/session.ts';
import { aFeedPage } from '../../testing/threads.ts';

const grace = aUser();

function givenOwner(owner: CurrentUser) {
  server.use(mockRoute(routes.getCurrentUser, () => owner));
}

async function signIn(user: UserEvent) {
  await user.type(await screen.findByLabelText('Email address'), 'grace@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

beforeEach(() => {
  givenOwner(grace);
  server.use(mockRoute(routes.listFeed, () => aFeedPage([])));
});

describe('/login', () => {
  it('signs in, shows a welcome toast and opens the feed', async () => {
    const token = aToken();
    server.use(
      mockRoute(routes.login, () => ({
        success: true,
        token,
        user: grace,
        message: 'Welcome',
      })),
    );
    const user = renderApp('/login');
    await signIn(user);
    expect(await screen.findByText('Welcome Back!')).toBeInTheDocument();
    expect(
      screen.getByText('Hello Grace Loom! You have been successfully logged in.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    expect(getAccessToken()).toBe(token);
    expect(getSessionUser()).toEqual(grace);
  });

  it('says that the clock of the device is wrong if a new session has expired by it', async () => {
    const session = { success: true, token: aToken(-3600), user: grace, message: '' } as const;
    server.use(mockRoute(routes.login, () => session));
    const user = renderApp('/login');
    await signIn(user);
    expect(await screen.findByText(/clock shows .*, which is wrong/)).toBeVisible();
    expect(getSessionUser()).toBeNull();
  });

  it('disables the button while the request runs', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.use(mockRoute(routes.login, () => promise));
    const user = renderApp('/login');
    await signIn(user);
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled();
    resolve(errorResponse({ status: 401 }));
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeEnabled();
  });

  it.each([
    ["the server's message", 'Invalid email or password.', 'Invalid email or password.'],
    ['the default message', '', 'Login failed. Please try again.'],
  ])('shows %s when the server rejects the credentials', async (_, message, shown) => {
    server.use(mockRoute(routes.login, () => errorResponse({ status: 401, message })));
    const user = renderApp('/login');
    await signIn(user);
    expect(await screen.findByText('Login Failed')).toBeInTheDocument();
    expect(screen.getByText(shown).closest('[role=alert]')).toBeInTheDocument();
    expect(window.location.pathname).toBe('/login');
  });

  it('shows a network error', async () => {
    server.use(mockRoute(routes.login, networkFailure));
    const user = renderApp('/login');
    await signIn(user);
    const message = 'Network error. Please check your connection and try again.';
    expect((await screen.findByText(message)).closest('[role=alert]')).toBeInTheDocument();
  });

  it('shows its own messages for missing or malformed fields', async () => {
    const user = renderApp('/login');
    await user.type(await screen.findByLabelText('Email address'), 'grace');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const email = screen.getByLabelText('Email address');
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription('Please enter an address such as name@example.org.');
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please fill this in.');
  });

  it("shows the server's field errors at their fields", async () => {
    const errors = [
      { path: 'email', message: 'Email is required.' },
      { path: 'password', message: 'Password is required.' },
    ];
    server.use(
      mockRoute(routes.login, () =>
        errorResponse({ status: 400, code: 'validation_failed', errors }),
      ),
    );
    const user = renderApp('/login');
    await signIn(user);
    const email = screen.getByLabelText('Email address');
    await waitFor(() => expect(email).toHaveAccessibleDescription('Email is required.'));
    expect(email).toHaveFocus();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Password is required.');
  });

  it('stores the email on this device if Remember me is checked', async () => {
    server.use(
      mockRoute(routes.login, async (incoming) => {
        expect(Object.keys((await incoming.json()) as object)).toEqual(['email', 'password']);
        return { success: true, token: aToken(), user: grace, message: '' };
      }),
    );
    const user = renderApp('/login');
    await user.click(await screen.findByLabelText('Remember me'));
    await signIn(user);
    await waitFor(() => expect(localStorage.getItem('remembered_email')).toBe('grace@example.org'));
  });

  it('redirects a signed-in user to the feed', async () => {
    givenSession(grace);
    renderApp('/login');
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  });
});

describe('the second step of signing in', () => {
  const bodies: unknown[] = [];

  beforeEach(() => {
    bodies.length = 0;
    server.use(
      mockRoute(routes.login, async (incoming) => {
        const body = (await incoming.json()) as { code?: string };
        bodies.push(body);
        if (body.code === undefined) {
          return errorResponse({ status: 401, code: 'second_factor_required', message: 'Code?' });
        }
        if (body.code !== '123456') {
          return errorResponse({ status: 401, code: 'invalid_code', message: 'Wrong code.' });
        }
        return { success: true, token: aToken(), user: grace, message: '' };
      }),
    );
  });

  it('asks for a code, has the focus in its field, and signs in with it', async () => {
    const user = renderApp('/login');
    await signIn(user);
    const field = await screen.findByLabelText('Code');
    expect(field).toHaveFocus();
    expect(screen.queryByText('Login Failed')).toBeNull();
    await user.type(field, '000000{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription('Wrong code.'));
    await user.clear(field);
    await user.type(field, '123456{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    expect(bodies.at(-1)).toEqual({
      email: 'grace@example.org',
      password: 'correct horse',
      code: '123456',
    });
  });

  it('offers recovery codes, and returns to the first step with the email', async () => {
    const user = renderApp('/login');
    await signIn(user);
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByLabelText('Recovery code')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    expect(screen.getByLabelText('Code')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText('Email address')).toHaveValue('grace@example.org');
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });
});

describe('a page that was opened signed out', () => {
  const target = '/search?q=wool&tab=people';

  beforeEach(() => {
    server.use(
      mockRoute(routes.login, () => ({
        success: true,
        token: aToken(),
        user: grace,
        message: '',
      })),
      mockRoute(routes.searchUsers, () => []),
    );
  });

  it('is opened after signing in, and the URL of the sign-in page does not contain it', async () => {
    const user = renderApp(target);
    await screen.findByLabelText('Email address');
    expect(window.location.href).toBe(new URL('/login', window.location.origin).href);
    await signIn(user);
    expect(await screen.findByRole('searchbox')).toHaveValue('wool');
    expect(window.location.pathname + window.location.search).toBe(target);
  });

  it('is still known after looking at the registration', async () => {
    const user = renderApp(target);
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    await screen.findByRole('button', { name: 'Get Started' });
    await user.click(screen.getByRole('link', { name: 'Sign in' }));
    await signIn(user);
    expect(await screen.findByRole('searchbox')).toHaveValue('wool');
  });

  it.each(['?next=https://example.org/', '?returnPath=/likes'])(
    'cannot be set with %s',
    async (query) => {
      const user = renderApp(`/login${query}`);
      await signIn(user);
      await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    },
  );

  it('is not another site, even if its path starts with two slashes', async () => {
    const user = renderApp('/feed');
    await screen.findByLabelText('Email address');
    await act(() => navigate('/login', { replace: true, state: { returnPath: '//example.org' } }));
    await signIn(user);
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    expect(getSessionUser()).toEqual(grace);
  });
});

describe('/login?token=', () => {
  it('removes the token from the URL and exchanges it for a session', async () => {
    const handedOver = aToken();
    const own = aToken();
    server.use(
      mockRoute(routes.exchangeSession, ({ headers }) => {
        expect(headers.get('Authorization')).toBe(`Bearer ${handedOver}`);
        return { success: true, token: own, user: grace, message: '' };
      }),
    );
    renderApp(`/login?token=${handedOver}`);
    expect(window.location.search).toBe('');
    expect(await screen.findByText('Welcome Back!')).toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    expect(getAccessToken()).toBe(own);
  });

  it('reads the token from the fragment too', async () => {
    const own = aToken();
    server.use(
      mockRoute(routes.exchangeSession, () => ({
        success: true,
        token: own,
        user: grace,
        message: '',
      })),
    );
    renderApp(`/login#token=${aToken()}`);
    expect(window.location.hash).toBe('');
    expect(await screen.findByText('Welcome Back!')).toBeInTheDocument();
    await waitFor(() => expect(getAccessToken()).toBe(own));
  });

  it.each([
    ['expired', aToken(-10), 'Token Expired', 'Your session has expired. Please log in again.'],
    [
      'undecodable',
      'broken',
      'Invalid Token',
      'Invalid token received. Please try logging in again.',
    ],
  ])('clears an expired stored session for an %s token', async (_, token, title, text) => {
    givenSession(grace, aToken(-10));
    renderApp(`/login?token=${token}`);
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getByText(text)).toBeInTheDocument();
    expect(await screen.findByLabelText('Email address')).toBeInTheDocument();
    expect(localStorage.getItem('access_token')).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it.each([
    ['expired', aToken(-10), 'Token Expired'],
    ['undecodable', 'broken', 'Invalid Token'],
    ['revoked', aToken(), 'Invalid Token'],
  ])('keeps a valid session for an %s token', async (_, token, title) => {
    const current = aToken();
    givenSession(grace, current);
    server.use(
      mockRoute(routes.getCurrentUser, ({ headers }) =>
        headers.get('Authorization') === `Bearer ${current}`
          ? grace
          : errorResponse({ status: 401 }),
      ),
    );
    renderApp(`/login?token=${token}`);
    expect(await screen.findByText(title)).toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    expect(getAccessToken()).toBe(current);
    expect(getSessionUser()).toEqual(grace);
  });

  it('keeps a valid session if a confirmed link was already used', async () => {
    const current = aToken();
    givenSession(grace, current);
    givenOwner(aUser({ name: 'Ada Weaver' }));
    server.use(mockRoute(routes.exchangeSession, () => errorResponse({ status: 401 })));
    const user = renderApp(`/login#token=${aToken()}`);
    const confirm = await screen.findByRole('button', { name: 'Switch account' });
    givenOwner(grace);
    await user.click(confirm);
    expect(await screen.findByText('Invalid Token')).toBeInTheDocument();
    expect(getAccessToken()).toBe(current);
  });

  it('shows an error if the server does not accept the token', async () => {
    server.use(mockRoute(routes.getCurrentUser, () => errorResponse({ status: 401 })));
    renderApp(`/login?token=${aToken()}`);
    expect(await screen.findByText('Invalid Token')).toBeInTheDocument();
  });

  it('keeps the session if the server cannot be reached', async () => {
    const token = aToken();
    givenSession(grace, token);
    server.use(mockRoute(routes.getCurrentUser, networkFailure));
    renderApp(`/login?token=${aToken()}`);
    expect(await screen.findByText('Login Failed')).toBeInTheDocument();
    expect(getAccessToken()).toBe(token);
  });

  it('asks before it replaces the session of another user, and keeps it on Cancel', async () => {
    const token = aToken();
    givenSession(grace, token);
    givenOwner(aUser({ name: 'Ada Weaver' }));
    const user = renderApp(`/login?token=${aToken()}`);
    expect(
      await screen.findByRole('alertdialog', { name: 'Switch to Ada Weaver?' }),
    ).toBeInTheDocument();
    expect(getAccessToken()).toBe(token);
    givenOwner(grace);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    expect(getAccessToken()).toBe(token);
  });

  it('replaces the session after confirmation', async () => {
    givenSession(grace);
    const ada = aUser({ name: 'Ada Weaver' });
    const token = aToken();
    givenOwner(ada);
    server.use(
      mockRoute(routes.exchangeSession, () => ({
        success: true,
        token,
        user: ada,
        message: '',
      })),
    );
    const user = renderApp(`/login?token=${aToken()}`);
    await user.click(await screen.findByRole('button', { name: 'Switch account' }));
    await waitFor(() => expect(getAccessToken()).toBe(token));
    expect(getSessionUser()?.name).toBe('Ada Weaver');
  });
});

/** Adds settings of the server to the page. */
function givenPageSettings(settings: Record<string, string>) {
  for (const [name, content] of Object.entries(settings)) {
    const meta = Object.assign(document.createElement('meta'), { name, content });
    meta.dataset['test'] = '';
    document.head.append(meta);
  }
}

describe('single sign-on', () => {
  afterEach(() => {
    for (const meta of document.head.querySelectorAll('[data-test]')) meta.remove();
  });

  it('opens the provider with the page that was opened signed out', async () => {
    givenPageSettings({ 'single-sign-on': 'on', 'single-sign-on-label': 'Use my school' });
    const bodies: unknown[] = [];
    server.use(
      mockRoute(routes.startOidcSignIn, async (request) => {
        bodies.push(await request.json());
        // jsdom navigates only within a page.
        return { url: new URL('/login#provider', window.location.origin).href };
      }),
    );
    const user = renderApp('/bookmarks');
    await user.click(await screen.findByRole('button', { name: 'Use my school' }));
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(bodies).toEqual([{ to: '/bookmarks' }]);
  });

  it('shows why it is unavailable, beside the password form', async () => {
    givenPageSettings({ 'single-sign-on': 'on' });
    const message = 'The single sign-on does not respond.';
    server.use(
      mockRoute(routes.startOidcSignIn, () =>
        errorResponse({ status: 503, code: 'unavailable', message }),
      ),
    );
    const user = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Use single sign-on' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toBeInTheDocument();
  });

  it('replaces the password form, except for owners', async () => {
    givenPageSettings({ 'single-sign-on': 'on', 'password-sign-in': 'off' });
    const user = renderApp('/login');
    await screen.findByRole('button', { name: 'Use single sign-on' });
    expect(screen.queryByLabelText('Password')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Sign in as owner with a password' }));
    expect(screen.getByLabelText('Password')).toBeInTheDocument();
  });

  it('is not offered by default', async () => {
    renderApp('/login');
    await screen.findByLabelText('Password');
    expect(screen.queryByRole('button', { name: 'Use single sign-on' })).toBeNull();
  });

  it.each([
    ['emailUnverified', /has never verified it/],
    ['unknown', 'Something went wrong. Please try again.'],
  ])('shows the error %s, and returns to the form', async (code, text) => {
    const user = renderApp(`/login#error=${code}`);
    expect(await screen.findByText(text)).toHaveAttribute('role', 'alert');
    await user.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(await screen.findByLabelText('Password')).toBeInTheDocument();
    expect(window.location.hash).toBe('');
  });

  it('asks for a code after it, and opens the page in the fragment', async () => {
    const payload = { exp: Math.floor(Date.now() / 1000) + 60, handover: true };
    const handover = `e30.${btoa(JSON.stringify(payload))}.signature`;
    const token = aToken();
    server.use(
      mockRoute(routes.exchangeSession, async (request) => {
        expect(request.headers.get('Authorization')).toBe(`Bearer ${handover}`);
        const { code } = (await request.json()) as { code?: string };
        if (code === undefined) {
          return errorResponse({ status: 401, code: 'second_factor_required', message: 'Code?' });
        }
        expect(code).toBe('123456');
        return { success: true, token, user: grace, message: '' };
      }),
      mockRoute(routes.searchUsers, () => []),
    );
    const to = encodeURIComponent('/search?q=wool&tab=people');
    const user = renderApp(`/login#token=${handover}&to=${to}`);
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('searchbox')).toHaveValue('wool');
    expect(getAccessToken()).toBe(token);
  });

  it('asks before a handover token replaces a session, and opens no other site', async () => {
    const payload = { exp: Math.floor(Date.now() / 1000) + 60, handover: true };
    const handover = `e30.${btoa(JSON.stringify(payload))}.signature`;
    const token = aToken();
    givenSession(aUser({ name: 'Ben Warp' }));
    server.use(
      mockRoute(routes.exchangeSession, () => ({
        success: true,
        token,
        user: grace,
        message: '',
      })),
    );
    const user = renderApp(`/login#token=${handover}&to=${encodeURIComponent('//evil.example')}`);
    expect(await screen.findByRole('alertdialog', { name: 'Switch account?' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Switch account' }));
    await waitFor(() => expect(getAccessToken()).toBe(token));
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  });
});
