import * as routes from '@skein/contracts/routes';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';

const sent = new Array<unknown>();

it('verifies the address of the account that is signed in, after asking', async () => {
  givenSession();
  server.use(
    mockRoute(routes.verifyEmail, async (request) => {
      sent.push(await request.json());
      return { success: true, message: 'Verified.' };
    }),
  );
  const user = renderApp('/verify-email#token=mailed');
  const button = await screen.findByRole('button', { name: 'Verify' });
  expect(window.location.hash).toBe('');
  expect(sent).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('You can now set a new password');
  expect(sent).toEqual([{ token: 'mailed' }]);
});

it('removes the address from the account of somebody else without signing in', async () => {
  server.use(
    mockRoute(routes.releaseEmail, () => ({
      success: true,
      message: 'Removed.',
    })),
  );
  const user = renderApp('/verify-email#token=mailed');
  expect(await screen.findByText(/sign in to the account first/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: "This isn't my account" }));
  await user.click(screen.getByRole('button', { name: 'Remove my address' }));
  expect(
    await screen.findByRole('heading', { name: 'Your email address was removed' }),
  ).toBeVisible();
});

it('explains a link of another account, and one that no longer works', async () => {
  givenSession();
  const message = 'This link belongs to another account.';
  const errors = [{ path: 'token', message: 'Used.' }];
  const responses = [
    errorResponse({ status: 403, code: 'forbidden', message }),
    errorResponse({ status: 400, code: 'validation_failed', errors }),
  ];
  server.use(
    mockRoute(routes.verifyEmail, () => responses.shift() ?? errorResponse({ status: 400 })),
  );
  const user = renderApp('/verify-email#token=mailed');
  await user.click(await screen.findByRole('button', { name: 'Verify' }));
  expect(await screen.findByText(message)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
