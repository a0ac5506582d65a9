import * as routes from '@skein/contracts/routes';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { aPage } from '../../testing/moderation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const createdAt = '2026-11-20T10:00:00.000Z';

beforeEach(() => {
  const user = givenSession(aUser());
  server.use(mockRoute(routes.getCurrentUser, () => user));
});

it('lists what moderators have written, with the report', async () => {
  const report = { targetType: 'thread', reason: 'spam', createdAt } as const;
  server.use(
    mockRoute(routes.listReportMessages, () =>
      aPage([{ id: anId(), text: 'We have removed it', createdAt, report }]),
    ),
  );
  renderApp('/report-messages');
  const entry = await screen.findByRole('article');
  expect(within(entry).getByText('We have removed it')).toBeVisible();
  expect(entry).toHaveTextContent('About your report of a thread from Nov 20, 2026');
});

it('says that there are none', async () => {
  server.use(mockRoute(routes.listReportMessages, () => aPage([])));
  renderApp('/report-messages');
  expect(await screen.findByText('No messages from the moderators.')).toBeVisible();
});

it('offers a retry if they cannot be loaded', async () => {
  server.use(
    mockRoute(routes.listReportMessages, () =>
      errorResponse({ status: 429, code: 'rate_limited' }),
    ),
  );
  renderApp('/report-messages');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
