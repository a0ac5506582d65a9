import * as routes from '@skein/contracts/routes';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aToken, aUser, givenSession } from '../../testing/session.ts';

const grace = aUser();
const query =
  'response_type=code&client_id=a&redirect_uri=https%3A%2F%2Fclient.example%2F&scope=read+write%3Amedia&state=x';
const page = `/oauth/authorize?${query}`;

beforeEach(() => {
  server.use(
    mockRoute(routes.getRequestedAccess, () => ({
      app: { name: 'Tusky', website: 'https://tusky.example' },
      scopes: ['read', 'write:media'],
      redirectTarget: 'client.example',
    })),
  );
});

it('names the app, the account and what the app may do', async () => {
  givenSession(grace);
  renderApp(page);
  const title = { name: 'Tusky wants to use your account' };
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  expect(
    screen.getByText(`You are signed in as ${grace.name} (@${grace.username}).`),
  ).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Read everything that you can see, including your messages',
    'Change: files',
  ]);
  expect(screen.getByText(/return to client.example/)).toBeVisible();
});

it.each([
  ['Allow', true],
  ['Deny', false],
])('sends the decision "%s" with the parameters of the app', async (name, isGranted) => {
  let sent: unknown;
  server.use(
    mockRoute(routes.decideAuthorization, async (request) => {
      sent = await request.json();
      return errorResponse({ status: 503 });
    }),
  );
  givenSession(grace);
  const user = renderApp(page);
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(/couldn't be sent/)).toBeVisible();
  expect(sent).toEqual({
    response_type: 'code',
    client_id: 'a',
    redirect_uri: 'https://client.example/',
    scope: 'read write:media',
    state: 'x',
    isGranted,
  });
});

it('lets a signed-out user sign in first, and returns', async () => {
  server.use(
    mockRoute(routes.login, () => ({
      success: true,
      message: '',
      token: aToken(),
      user: grace,
    })),
  );
  const user = renderApp(page);
  await user.type(await screen.findByLabelText('Email address'), 'grace@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const title = { name: 'Tusky wants to use your account' };
  expect(await screen.findByRole('heading', title)).toBeInTheDocument();
  expect(window.location.pathname + window.location.search).toBe(page);
});

it.each([
  ['shows toasts beside the form on wide screens', true],
  ['hides toasts on narrow screens, where they would cover the request', false],
])('%s', async (_name, isWide) => {
  const list = Object.assign(window.matchMedia(''), { matches: isWide });
  vi.spyOn(window, 'matchMedia').mockReturnValue(list);
  givenSession(grace);
  renderApp(page);
  await screen.findByRole('button', { name: 'Allow' });
  act(() => {
    toast.success('Saved');
    toast.error('Failed');
  });
  for (const text of ['Saved', 'Failed']) expect(await screen.findByText(text)).toBeInTheDocument();
  // The style sheet hides all toasts while the page contains it.
  expect(document.querySelector('[data-without-toasts]') === null).toBe(isWide);
});

it('shows why an app cannot be authorized, without redirecting to it', async () => {
  const message = "The app hasn't registered this redirect URI.";
  server.use(mockRoute(routes.getRequestedAccess, () => errorResponse({ status: 400, message })));
  givenSession(grace);
  renderApp(page);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow' })).not.toBeInTheDocument();
});

it('tries again after an error', async () => {
  server.use(mockRoute(routes.getRequestedAccess, () => errorResponse({ status: 503 })));
  givenSession(grace);
  const user = renderApp(page);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(
    mockRoute(routes.getRequestedAccess, () => ({
      app: { name: 'Tusky', website: null },
      scopes: ['read'],
      redirectTarget: null,
    })),
  );
  await user.click(retry);
  expect(await screen.findByText(/see a code to copy/)).toBeVisible();
});

it('shows the code to copy, also to signed-out users', async () => {
  renderApp('/oauth/authorize/native?code=abc_123');
  expect(await screen.findByRole('heading', { name: 'Your code' })).toBeInTheDocument();
  expect(screen.getByText('abc_123')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/oauth/authorize/native'));
});
