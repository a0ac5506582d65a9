import { screen, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { TestEmail } from '@skein/contracts/instance';
import type { PushHost } from '@skein/contracts/moderation';
import { beforeEach, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { newInstanceSettings } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';

beforeEach(() => {
  const administrator = givenSession(aUser({ isAdmin: true, role: 'admin' }));
  server.use(
    mockRoute(routes.getCurrentUser, () => administrator),
    mockRoute(routes.getSiteSettings, () => ({
      version: 1,
      settings: newInstanceSettings,
      fixed: [],
    })),
    mockRoute(routes.getInstanceImages, () => ({
      logo: null,
      favicon: null,
    })),
  );
});

it('sends a test email and shows the response of the mail server', async () => {
  const email = 'ada@example.org';
  const error = 'Invalid login: 535 5.7.8 Authentication failed';
  const results: TestEmail[] = [
    { outcome: 'no_mail_server', email, error: null },
    { outcome: 'failed', email, error },
    { outcome: 'accepted', email, error: null },
  ];
  server.use(
    mockRoute(
      routes.sendTestEmail,
      () =>
        results.shift() ??
        errorResponse({ status: 409, code: 'conflict', message: 'Your account has no address.' }),
    ),
  );
  const user = renderApp('/admin/settings');
  const section = within(await screen.findByRole('region', { name: 'Test email' }));
  const send = () => user.click(section.getByRole('button', { name: 'Send a test email' }));
  await send();
  expect(await section.findByText(/SMTP_URL isn't set/)).toBeVisible();
  await send();
  expect(await section.findByText(error)).toBeVisible();
  await send();
  expect(await section.findByText(/has accepted the email to ada@example.org/)).toBeVisible();
  expect(section.queryByText(error)).not.toBeInTheDocument();
  await send();
  expect(await section.findByText('Your account has no address.')).toBeVisible();
});

it('allows a push service that was rejected', async () => {
  const rejectedAt = '2026-11-20T10:00:00.000Z';
  let host: PushHost = {
    host: 'relay.example.org',
    isAllowed: false,
    rejectedCount: 2,
    rejectedAt,
  };
  server.use(
    mockRoute(routes.listPushHosts, () => [host]),
    mockRoute(routes.updatePushHost, () => {
      host = { ...host, isAllowed: true };
      return { success: true, message: 'The push service is allowed.' };
    }),
  );
  const user = renderApp('/admin/settings');
  expect(await screen.findByText(/Rejected 2 times, last on/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Allow relay.example.org' }));
  expect(await screen.findByRole('button', { name: 'Reject relay.example.org' })).toBeVisible();
  expect(screen.getByText('Allowed')).toBeVisible();
});
