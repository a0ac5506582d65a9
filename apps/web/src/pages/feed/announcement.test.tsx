import { act, screen, waitFor } from '@testing-library/react';
import * as routes from '@skein/contracts/routes';
import type { Announcement } from '@skein/contracts/instance';
import { expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { stubEventSource } from '../../testing/live.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { anId, aThread, aThreadPage } from '../../testing/threads.ts';

const anAnnouncement = (text: string): Announcement => ({
  id: anId(),
  text,
  createdAt: '2026-11-20T10:00:00.000Z',
});

function givenAnnouncements(...announcements: Announcement[]) {
  const viewer = givenSession();
  const state = { announcements, isFailing: false };
  const thread = aThread({ content: 'one' });
  server.use(
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.listFeed, () => ({
      ...aThreadPage([thread], null),
      announcements: state.announcements,
    })),
    mockRoute(routes.dismissAnnouncement, ({ url }) => {
      if (state.isFailing) return errorResponse({ status: 503, code: 'unavailable' });
      state.announcements = state.announcements.filter(({ id }) => !url.includes(id));
      return { success: true, message: "You won't see this announcement again." };
    }),
  );
  return state;
}

const dismiss = () => screen.getByRole('button', { name: 'Dismiss the announcement' });

it('shows one announcement after the other until they are dismissed', async () => {
  const first = anAnnouncement('See https://example.org/now');
  givenAnnouncements(first, anAnnouncement('Second'));
  const user = renderApp('/feed');
  const press = async () => {
    dismiss().focus();
    await user.keyboard('{Enter}');
  };
  const card = await screen.findByRole('region', { name: 'Announcement' });
  expect(card).toHaveTextContent('See example.org/now');
  expect(screen.getByRole('link', { name: 'example.org/now' })).toBeVisible();
  expect(screen.queryByText('Second')).not.toBeInTheDocument();
  await press();
  expect(await screen.findByText('Second')).toBeVisible();
  expect(dismiss()).toHaveFocus();
  await press();
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Announcement' })).not.toBeInTheDocument(),
  );
  expect(await screen.findByText('one')).toBeVisible();
});

it('keeps an announcement that could not be dismissed', async () => {
  givenAnnouncements(anAnnouncement('Hello')).isFailing = true;
  const user = renderApp('/feed');
  await screen.findByText('Hello');
  await user.click(dismiss());
  expect(await screen.findByText("The announcement couldn't be dismissed.")).toBeVisible();
  expect(screen.getByText('Hello')).toBeVisible();
});

it('removes an announcement that was dismissed on another device', async () => {
  const stream = stubEventSource();
  const state = givenAnnouncements(anAnnouncement('Hello'));
  renderApp('/feed');
  expect(await screen.findByText('Hello')).toBeVisible();
  await waitFor(() => expect(stream.urls()).toHaveLength(1));
  state.announcements = [];
  // An event during the first read of the feed's head causes no further one.
  await waitFor(() => {
    act(() => stream.send('feed', { newCount: 0 }));
    expect(screen.queryByText('Hello')).not.toBeInTheDocument();
  });
});
