import * as routes from '@skein/contracts/routes';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';

it('asks before it signs out all devices, and removes the token from the URL', async () => {
  const sent: unknown[] = [];
  server.use(
    mockRoute(routes.endAllSessions, async (request) => {
      sent.push(await request.json());
      return { success: true, message: 'Ended.' };
    }),
  );
  const user = renderApp('/end-sessions#token=mailed');
  const button = await screen.findByRole('button', { name: 'Sign out all devices' });
  expect(window.location.hash).toBe('');
  expect(sent).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('Set a new password now');
  expect(sent).toEqual([{ token: 'mailed' }]);
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

it('explains a link that was used before', async () => {
  server.use(
    mockRoute(routes.endAllSessions, () =>
      errorResponse({
        status: 400,
        code: 'validation_failed',
        errors: [{ path: 'token', message: 'Used.' }],
      }),
    ),
  );
  const user = renderApp('/end-sessions#token=mailed');
  await user.click(await screen.findByRole('button', { name: 'Sign out all devices' }));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

it('restores the former email address of an account', async () => {
  const sent: unknown[] = [];
  server.use(
    mockRoute(routes.restoreEmail, async (request) => {
      sent.push(await request.json());
      return { success: true, message: 'Restored.' };
    }),
  );
  const user = renderApp('/restore-email#token=mailed');
  await user.click(await screen.findByRole('button', { name: 'Restore address' }));
  expect(
    await screen.findByRole('heading', { name: 'Your email address is restored' }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toBeVisible();
  expect(sent).toEqual([{ token: 'mailed' }]);
});
