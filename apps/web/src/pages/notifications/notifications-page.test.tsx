import * as routes from '@skein/contracts/routes';
import type { Notification } from '@skein/contracts/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { stubEventSource } from '../../testing/live.ts';
import {
  aNotification,
  aNotificationPage,
  aFollowRequestNotification,
} from '../../testing/notifications.ts';
import { aListedUser } from '../../testing/users.ts';
import { navigate, renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';
import { aThread } from '../../testing/threads.ts';
import { paths } from '../../lib/paths.ts';

const me = aUser();

/** Serves these notifications, and records requests and marked ids. */
function givenNotifications(content: Notification[]) {
  const served = { content, tabs: [] as (string | null)[], marked: [] as unknown[] };
  const countUnread = () => served.content.filter(({ isRead }) => !isRead).length;
  server.use(
    mockRoute(routes.listNotifications, ({ url }) => {
      served.tabs.push(new URL(url).searchParams.get('tab'));
      return aNotificationPage(served.content);
    }),
    mockRoute(routes.countUnreadNotifications, () => ({
      count: countUnread(),
    })),
    mockRoute(routes.markNotificationsRead, async (request) => {
      // The contract types the request body.
      const { ids } = (await request.json()) as { ids?: string[] };
      served.marked.push(ids ?? 'all');
      served.content = served.content.map((item) =>
        !ids || ids.includes(item.id) ? { ...item, isRead: true } : item,
      );
      return { success: true, message: '', count: countUnread() };
    }),
  );
  return served;
}

const rows = () => screen.findAllByRole('article');

beforeEach(() => {
  givenSession(me);
  server.use(mockRoute(routes.getCurrentUser, () => me));
});

describe('the notification list', () => {
  it('names the new account of someone who has moved, with a link', async () => {
    const ada = aListedUser({ name: 'Ada', username: 'ada@old.example' });
    const movedTo = { id: me.id, username: 'ada@new.example', name: 'Ada Weaver' };
    const moves = [{ actorId: ada.id, movedTo }];
    givenNotifications([aNotification({ type: 'moved', actors: [ada], thread: null, moves })]);
    renderApp('/notifications');
    const [row = document.body] = await rows();
    const link = within(row).getByRole('link', { name: 'Ada Weaver @ada@new.example' });
    expect(link).toHaveAttribute('href', paths.profile('ada@new.example'));
    expect(within(row).getByRole('link', { name: /moved to a new account/ })).toHaveAttribute(
      'href',
      paths.profile('ada@new.example'),
    );
  });

  it('shows actor, action and thread, and links to the thread', async () => {
    const address = `https://www.example.org/${'a'.repeat(60)}`;
    const thread = aThread({ content: `On knitting: ${address}` });
    const actors = ['Ada', 'Ben', 'Cleo'].map((name) => aListedUser({ name, username: name }));
    givenNotifications([aNotification({ actors, actorsCount: 5, thread, isRead: true })]);
    renderApp('/notifications');
    const [row] = await rows();
    if (!row) throw new Error('no row');
    expect(row).toHaveTextContent('Ada, Ben and 3 others liked your thread');
    expect(row).toHaveTextContent(`On knitting: example.org/${'a'.repeat(27)}…`);
    expect(within(row).getByRole('link', { name: /liked/ })).toHaveAttribute(
      'href',
      `/thread/${thread.id}`,
    );
    expect(within(row).getByRole('link', { name: 'Cleo' })).toHaveAttribute(
      'href',
      '/profile/Cleo',
    );
    expect(screen.getByText('You have seen it all')).toBeInTheDocument();
  });

  it('shows a message if there are none', async () => {
    givenNotifications([]);
    renderApp('/notifications');
    expect(await screen.findByText(/^Nothing yet/)).toBeInTheDocument();
  });

  it('offers a retry if it cannot be loaded', async () => {
    server.use(mockRoute(routes.listNotifications, () => errorResponse({ status: 400 })));
    const user = renderApp('/notifications');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenNotifications([aNotification({ isRead: true })]);
    await user.click(retry);
    expect(await rows()).toHaveLength(1);
  });

  it('loads the next page on scroll', async () => {
    const { intersect } = stubIntersectionObserver();
    const cursors: (string | null)[] = [];
    server.use(
      mockRoute(routes.listNotifications, ({ url }) => {
        const cursor = new URL(url).searchParams.get('cursor');
        cursors.push(cursor);
        return aNotificationPage(
          [aNotification({ isRead: true })],
          cursor === null ? 'next' : null,
        );
      }),
    );
    renderApp('/notifications');
    await rows();
    intersect();
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(cursors).toEqual([null, 'next']);
  });

  it('has a URL for each tab', async () => {
    const served = givenNotifications([]);
    const user = renderApp('/notifications');
    await screen.findByText(/^Nothing yet/);
    await user.click(screen.getByRole('link', { name: 'Mentions' }));
    expect(await screen.findByText(/^Nobody has mentioned/)).toBeInTheDocument();
    expect(window.location.search).toBe('?tab=mentions');
    expect(served.tabs).toEqual(['all', 'mentions']);
  });
});

describe('marking as read', () => {
  it('marks shown notifications as read, and keeps their highlight', async () => {
    const [fresh, known] = [aNotification(), aNotification({ isRead: true })];
    const served = givenNotifications([fresh, known]);
    renderApp('/notifications');
    expect(await rows()).toHaveLength(2);
    await waitFor(() => expect(served.marked).toEqual([[fresh.id]]));
    expect(screen.getAllByText('Unread:')).toHaveLength(1);
  });

  it('tints only unread notifications that are newer than the last visit', async () => {
    const served = givenNotifications([aNotification(), aNotification()]);
    renderApp('/notifications');
    const tints = async () => (await rows()).map((row) => row.classList.contains('bg-welcome'));
    expect(await tints()).toEqual([false, false]);
    await act(() => navigate('/notifications?tab=mentions'));
    served.content = [
      aNotification({ createdAt: '2026-11-21T10:00:00.000Z' }),
      ...served.content.map((item) => ({ ...item, isRead: false })),
    ];
    await act(() => navigate('/notifications'));
    await waitFor(async () => expect(await tints()).toEqual([true, false, false]));
  });

  it('waits until the browser tab is visible', async () => {
    const served = givenNotifications([aNotification()]);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    renderApp('/notifications');
    await rows();
    expect(served.marked).toEqual([]);
    hidden.mockReturnValue(false);
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await waitFor(() => expect(served.marked).toHaveLength(1));
  });

  it('marks all, which clears the counts in navigation and title', async () => {
    const served = givenNotifications([]);
    let count = 3;
    server.use(
      mockRoute(routes.countUnreadNotifications, () => ({
        count,
      })),
      mockRoute(routes.markNotificationsRead, () => {
        count = 0;
        served.marked.push('all');
        return { success: true, message: '', count };
      }),
    );
    const user = renderApp('/notifications');
    const [link] = await screen.findAllByRole('link', { name: 'Notifications, 3 unread' });
    expect(link).toHaveTextContent('3');
    await waitFor(() => expect(document.title).toBe('(3) Notifications · Skein'));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(document.title).toBe('Notifications · Skein'));
    expect(screen.queryByRole('link', { name: /unread/ })).not.toBeInTheDocument();
    expect(served.marked).toEqual(['all']);
  });
});

describe('follow requests', () => {
  it('are approved in the list and removed from their tab', async () => {
    const request = aFollowRequestNotification('Ada');
    givenNotifications([request]);
    let approved: string | undefined;
    server.use(
      mockRoute(routes.approveFollowRequest, ({ url }) => {
        approved = url.split('/').at(-2);
        return { success: true, message: '', status: 'approved' };
      }),
    );
    const user = renderApp('/notifications?tab=requests');
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('No follow requests.')).toBeInTheDocument();
    expect(await screen.findByText('Follow request approved!')).toBeInTheDocument();
    expect(approved).toBe(request.followRequest?.id);
  });
});

describe('events', () => {
  it('ignores the count of a request that was sent before an event', async () => {
    const stream = stubEventSource();
    givenNotifications([]);
    const { promise, resolve } = Promise.withResolvers<{ count: number }>();
    server.use(mockRoute(routes.countUnreadNotifications, () => promise));
    renderApp('/notifications');
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    act(() => stream.send('notification', { unreadCount: 1, notification: null }));
    await waitFor(() => expect(document.title).toBe('(1) Notifications · Skein'));
    await act(async () => {
      resolve({ count: 0 });
      await new Promise((done) => setTimeout(done, 100));
    });
    expect(document.title).toBe('(1) Notifications · Skein');
  });

  it('count new notifications at once, and show them on click', async () => {
    const stream = stubEventSource();
    const served = givenNotifications([aNotification({ isRead: true })]);
    const user = renderApp('/notifications');
    await rows();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    const mention = aNotification({ type: 'mention', createdAt: '2026-11-21T10:00:00.000Z' });
    served.content = [mention, ...served.content];
    act(() => stream.send('notification', { unreadCount: 1, notification: mention }));
    await waitFor(() => expect(document.title).toBe('(1) Notifications · Skein'));
    const pill = await screen.findByRole('button', { name: '1 new notification' });
    expect(await rows()).toHaveLength(1);
    await user.click(pill);
    expect((await rows())[0]).toHaveTextContent('mentioned you');
    await waitFor(() => expect(served.marked).toEqual([[mention.id]]));
    await waitFor(() => expect(document.title).toBe('Notifications · Skein'));
  });
});
