import * as routes from '@skein/contracts/routes';
import type { FilteredNotifications } from '@skein/contracts/notifications';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { givenFederation } from '../../testing/federation.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { aThread } from '../../testing/threads.ts';
import { aListedUser } from '../../testing/users.ts';

const aSender = (name: string): FilteredNotifications => ({
  user: aListedUser({ name, username: name.toLowerCase() }),
  count: 2,
  firstAt: '2026-11-20T10:00:00.000Z',
  latestAt: '2026-11-21T10:00:00.000Z',
  latestThread: aThread({ content: `Hello from ${name}` }),
});

beforeEach(() => {
  const me = aUser();
  givenSession(me);
  server.use(mockRoute(routes.getCurrentUser, () => me));
});

describe('/notifications/filtered', () => {
  it('lists the senders, and accepts or dismisses their notifications', async () => {
    const decisions: string[] = [];
    const decide = (decision: string) => () => {
      decisions.push(decision);
      return { success: true, message: '' } as const;
    };
    server.use(
      mockRoute(routes.listFilteredNotifications, () => [aSender('Ada'), aSender('Ben')]),
      mockRoute(routes.acceptFilteredNotifications, decide('accept')),
      mockRoute(routes.dismissFilteredNotifications, decide('dismiss')),
    );
    givenFederation();
    const user = renderApp('/notifications/filtered');
    expect(await screen.findByText('Hello from Ada')).toBeVisible();
    expect(screen.getByText(/^Mentions by new accounts of other servers/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Accept notifications of Ada' }));
    await user.click(await screen.findByRole('button', { name: 'Dismiss notifications of Ben' }));
    expect(await screen.findByText('No filtered notifications.')).toBeVisible();
    expect(decisions).toEqual(['accept', 'dismiss']);
  });

  it('can be loaded again after an error', async () => {
    server.use(mockRoute(routes.listFilteredNotifications, () => errorResponse({ status: 500 })));
    const user = renderApp('/notifications/filtered');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    server.use(mockRoute(routes.listFilteredNotifications, () => [aSender('Ada')]));
    await user.click(retry);
    expect(await screen.findByText('2 notifications')).toBeVisible();
  });
});
