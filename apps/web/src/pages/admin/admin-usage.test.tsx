import { screen, within } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import { expect, it } from 'vitest';
import { mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const since = '2026-11-24T10:00:00.000Z';

it('shows the usage of the instance, and alerts above it', async () => {
  const user = givenSession(aUser({ role: 'owner' }));
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.listAlerts, () => ({
      alerts: [
        { kind: 'disk', job: null, since },
        { kind: 'job', job: 'sweep-media', since },
      ],
    })),
    mockRoute(routes.getUsage, () => ({
      disk: { freeBytes: 1_500_000_000, totalBytes: 20_000_000_000 },
      accountMediaBytesMax: 2_000_000_000,
      measured: {
        measuredAt: since,
        databaseBytes: 25_000_000,
        media: [{ kind: 'image', files: 1234, bytes: 5_600_000 }],
        accounts: [
          {
            id: anId(),
            name: 'Ada',
            username: 'ada',
            mediaBytes: 4_200_000,
            threads: 7,
            messages: 8,
          },
        ],
      },
      jobs: [
        { name: 'sweep-media', ranAt: since, durationMs: 12, failures: 3, error: 'No bucket.' },
      ],
      queries: [{ query: 'SELECT 1', calls: 1000, meanMs: 1.25, totalMs: 1250 }],
    })),
  );
  renderApp('/admin/usage');
  const alerts = await screen.findByRole('list', { name: 'Needs your attention' });
  expect(alerts).toHaveTextContent("Less than 10% of the server's disk is free.");
  expect(alerts).toHaveTextContent('The background job sweep-media fails.');
  expect(await screen.findByRole('row', { name: 'Free on the disk 1.5 GB' })).toBeVisible();
  expect(screen.getByRole('row', { name: 'Images 5.6 MB 1,234' })).toBeVisible();
  expect(screen.getByRole('link', { name: '@ada' })).toHaveAttribute('href', '/profile/ada');
  const job = screen.getByRole('row', { name: /^sweep-media/ });
  expect(within(job).getByText('No bucket.')).toBeVisible();
  expect(screen.getByText('Each account can store 2 GB.', { exact: false })).toBeVisible();
  expect(screen.getByRole('row', { name: /^SELECT 1 1,000/ })).toBeVisible();
});
