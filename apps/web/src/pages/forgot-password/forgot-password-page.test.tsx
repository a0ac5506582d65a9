import * as routes from '@skein/contracts/routes';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mockRoute, networkFailure, errorResponse, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';

const send = () => screen.getByRole('button', { name: 'Send the link' });

describe('/forgot-password', () => {
  it('is linked from the sign-in page, and always shows the same confirmation', async () => {
    const requests: unknown[] = [];
    server.use(
      mockRoute(routes.forgotPassword, async (request) => {
        requests.push(await request.json());
        return { success: true, message: 'Sent, perhaps.' };
      }),
    );
    const user = renderApp('/login');
    await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { name: 'Forgot your password?' });
    await user.type(screen.getByLabelText('Email address'), 'grace@example.org');
    await user.click(send());
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent(
      'If there is an account with the address grace@example.org, a link is on its way there.',
    );
    expect(requests).toEqual([{ email: 'grace@example.org' }]);
    await user.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(send()).toBeEnabled();
  });

  it('requires a valid email', async () => {
    const user = renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email address'), 'grace');
    await user.click(send());
    expect(screen.getByLabelText('Email address')).toHaveAccessibleDescription(
      'Please enter an address such as name@example.org.',
    );
  });

  it.each([
    [
      'an error response',
      () => errorResponse({ status: 429, message: 'Please wait.' }),
      'Please wait.',
    ],
    ['no network', networkFailure, 'Network error. Please check your connection and try again.'],
  ])('shows a message after %s', async (_, reply, shown) => {
    server.use(mockRoute(routes.forgotPassword, reply));
    const user = renderApp('/forgot-password');
    await user.type(await screen.findByLabelText('Email address'), 'grace@example.org');
    await user.click(send());
    expect(await screen.findByText(shown)).toBeVisible();
    expect(send()).toBeEnabled();
  });
});
