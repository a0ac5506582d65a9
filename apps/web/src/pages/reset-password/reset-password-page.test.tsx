import * as routes from '@skein/contracts/routes';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getAccessToken } from '../../lib/session/index.ts';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aToken, aUser, givenSession } from '../../testing/session.ts';

async function fillIn(confirmPassword = 'correct horse') {
  const user = renderApp('/reset-password#token=mailed');
  await user.type(await screen.findByLabelText('New password'), 'correct horse');
  await user.type(screen.getByLabelText('Confirm new password'), confirmPassword);
  await user.click(screen.getByRole('button', { name: 'Save the password' }));
}

describe('/reset-password', () => {
  it('sets the password with the token, and removes the token from the URL at once', async () => {
    const sent: unknown[] = [];
    server.use(
      mockRoute(routes.resetPassword, async (request) => {
        sent.push(await request.json());
        return { success: true, message: 'Changed.' };
      }),
    );
    await fillIn();
    expect(await screen.findByText('Password changed')).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(window.location.search).toBe('');
    expect(sent).toEqual([
      { token: 'mailed', password: 'correct horse', confirmPassword: 'correct horse' },
    ]);
    // The sign-in page does not use the reset token.
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(screen.queryByText('Invalid Token')).not.toBeInTheDocument();
  });

  it.each([
    ['ends the session of the account', 401, null],
    ['keeps the session of another account', 200, 'kept'],
  ])('%s in this browser', async (_case, status, outcome) => {
    const token = aToken();
    const own = givenSession(aUser(), token);
    server.use(
      mockRoute(routes.resetPassword, () => ({
        success: true,
        message: 'Changed.',
      })),
      mockRoute(routes.getCurrentUser, () =>
        status === 200 ? own : errorResponse({ status: 401 }),
      ),
    );
    await fillIn();
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(getAccessToken()).toBe(outcome === null ? null : token);
    expect(screen.queryByText(/session/i)).not.toBeInTheDocument();
  });

  it('removes the token from the URL before anything else', async () => {
    renderApp('/reset-password?token=mailed');
    expect(window.location.search).toBe('');
    expect(await screen.findByLabelText('New password')).toBeVisible();
  });

  it('requires matching passwords', async () => {
    await fillIn('wrong horse');
    expect(screen.getByLabelText('Confirm new password')).toHaveAccessibleDescription(
      'Passwords do not match!',
    );
  });

  it('shows password errors at the field', async () => {
    const message = 'This password is too common.';
    server.use(
      mockRoute(routes.resetPassword, () =>
        errorResponse({
          status: 400,
          code: 'validation_failed',
          message,
          errors: [{ path: 'password', message }],
        }),
      ),
    );
    await fillIn();
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(message),
    );
  });

  it('offers a new link if the token is invalid', async () => {
    const message = 'This link is no longer valid.';
    server.use(
      mockRoute(routes.resetPassword, () =>
        errorResponse({
          status: 400,
          code: 'validation_failed',
          message,
          errors: [{ path: 'token', message }],
        }),
      ),
    );
    await fillIn();
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it('offers a new link if the URL has no token', async () => {
    renderApp('/reset-password');
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
});
