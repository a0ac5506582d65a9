import { screen, waitFor, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { DayInsights } from '@skein/contracts/moderation';
import { expect, it, vi } from 'vitest';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';

const quietDay: Omit<DayInsights, 'day'> = {
  activeUsers: 0,
  joinedUsers: 0,
  leftUsers: 0,
  threads: 0,
  replies: 0,
  messages: 0,
  reports: 0,
  mediaBytes: 0,
  requests: 0,
  medianMs: null,
  p95Ms: null,
};

it('shows the stats, and offers a retry if they cannot be loaded', async () => {
  const user = givenSession(aUser({ role: 'owner' }));
  server.use(mockRoute(routes.getCurrentUser, () => user));
  server.use(mockRoute(routes.getStats, () => errorResponse({ status: 403 })));
  const actions = renderApp('/admin/stats');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(
    mockRoute(routes.getStats, () => ({
      accounts: 1234,
      activeAccounts: 900,
      suspendedAccounts: 2,
      pendingAccounts: 3,
      threads: 10,
      messages: 20,
      mediaFiles: 5,
      mediaBytes: 12_340_000,
      openReports: 1,
    })),
  );
  let period = '';
  server.use(
    mockRoute(routes.getInsights, ({ url }) => {
      period = new URL(url).searchParams.get('days') ?? '';
      return {
        days: [
          { ...quietDay, day: '2026-11-23', activeUsers: null, mediaBytes: null, messages: 40 },
          { ...quietDay, day: '2026-11-24', messages: 2, p95Ms: 17.5 },
        ],
      };
    }),
  );
  await actions.click(retry);
  expect(await screen.findByText('1,234')).toBeVisible();
  const name = /^Messages from Nov 23, 2026 to Nov 24, 2026: 42 in total, at most 40 in a day$/;
  expect(await screen.findByRole('img', { name })).toBeVisible();
  await actions.click(screen.getByRole('radio', { name: '7 days' }));
  await waitFor(() => expect(period).toBe('7'));
  await actions.click(screen.getByText('Table of all days (UTC)'));
  const row = screen.getByRole('row', { name: /^Nov 24, 2026/ });
  expect(within(row).getByText('17.5 ms')).toBeVisible();
  const createUrl = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:csv');
  await actions.click(screen.getByRole('button', { name: 'Download as CSV' }));
  const file = createUrl.mock.lastCall?.[0];
  if (!(file instanceof Blob)) throw new Error('No file was saved.');
  expect(await file.text()).toMatch(/^day,activeUsers,.*\r\n2026-11-23,,0,0,0,0,40,/);
  expect(screen.getByText('12.3 MB')).toBeVisible();
});
