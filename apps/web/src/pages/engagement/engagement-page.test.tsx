import * as routes from '@skein/contracts/routes';
import type { ReactingUser } from '@skein/contracts/engagement';
import type { CurrentUser, User } from '@skein/contracts/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aQuotedThread, aThread, aThreadPage } from '../../testing/threads.ts';
import { aListedUser } from '../../testing/users.ts';

const thread = aThread({
  content: 'The main words',
  likesCount: 2,
  quotesCount: 1,
  reactions: { wow: 1, sad: 1 },
});
const edith = aListedUser({ name: 'Edith Reel', username: 'edith' });
const mary = aListedUser({ name: 'Mary Spool', username: 'mary', isFollowing: true });

function page<Item extends User>(content: Item[], nextCursor: string | null = null) {
  return { content, page: null, size: 20, last: nextCursor === null, nextCursor };
}

let viewer: CurrentUser;

beforeEach(() => {
  viewer = givenSession();
  server.use(
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.getThread, () => thread),
  );
});

describe('/thread/{threadId}/likes', () => {
  it('lists users page by page, who can be followed', async () => {
    server.use(
      mockRoute(routes.listThreadLikes, ({ url }) =>
        new URL(url).searchParams.has('cursor') ? page([mary]) : page([edith], 'next'),
      ),
      mockRoute(routes.followUser, () => ({
        success: true,
        message: '',
        status: 'APPROVED',
        isFollowing: true,
        followRequestStatus: null,
      })),
    );
    const user = renderApp(`/thread/${thread.id}/likes`);
    expect(await screen.findByRole('link', { name: /Edith Reel/ })).toHaveAttribute(
      'href',
      '/profile/edith',
    );
    const tabs = within(screen.getByRole('navigation', { name: 'Activity' }));
    expect(tabs.getByRole('link', { name: 'Likes' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('button', { name: 'Following' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Follow' }));
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Following' })).toHaveLength(2),
    );
  });

  it('has no follow button for the viewer', async () => {
    server.use(
      mockRoute(routes.listThreadLikes, () =>
        page([aListedUser({ id: viewer.id, name: viewer.name, username: viewer.username })]),
      ),
    );
    renderApp(`/thread/${thread.id}/likes`);
    const row = (await screen.findByRole('link', { name: /Grace Loom/ })).closest('li');
    expect(row && within(row).queryByRole('button')).toBeNull();
  });

  it('shows an empty list, and an error with a way to try again', async () => {
    let isBroken = true;
    server.use(
      mockRoute(routes.listThreadLikes, () =>
        isBroken ? errorResponse({ status: 500 }) : page([]),
      ),
    );
    const user = renderApp(`/thread/${thread.id}/likes`);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isBroken = false;
    await user.click(retry);
    expect(await screen.findByText('No likes to show.')).toBeVisible();
  });

  it('says that a missing thread is not found', async () => {
    server.use(
      mockRoute(routes.getThread, () => errorResponse({ status: 404, code: 'not_found' })),
      mockRoute(routes.listThreadLikes, () => errorResponse({ status: 404, code: 'not_found' })),
    );
    renderApp(`/thread/${thread.id}/likes`);
    expect(await screen.findByText('Thread not found')).toBeVisible();
  });
});

it('shows the reaction of each user', async () => {
  const reacting: ReactingUser[] = [
    { ...edith, reactionType: 'wow' },
    { ...mary, reactionType: 'sad' },
  ];
  server.use(mockRoute(routes.listThreadReactions, () => page(reacting)));
  renderApp(`/thread/${thread.id}/reactions`);
  await screen.findByText('Edith Reel');
  for (const [name, reaction] of [
    ['Edith Reel', 'Wow'],
    ['Mary Spool', 'Sad'],
  ] as const) {
    const row = screen.getByText(name).closest('li');
    expect(row && within(row).getByRole('img', { name: reaction })).toBeVisible();
  }
});

it('lists the quotes', async () => {
  server.use(
    mockRoute(routes.listThreadQuotes, () =>
      aThreadPage([
        aThread({
          content: 'Well said',
          threadType: 'quote',
          quotedThreadId: thread.id,
          quotedThread: aQuotedThread({ content: 'The quoted words' }),
        }),
      ]),
    ),
  );
  renderApp(`/thread/${thread.id}/quotes`);
  expect(await screen.findByText('Well said')).toBeVisible();
  expect(screen.getByText('The quoted words')).toBeVisible();
});

it('is opened from the counts of a thread, without those that are zero', async () => {
  server.use(
    mockRoute(routes.listReplies, () => ({
      ...aThreadPage([]),
      totalElements: 0,
      hiddenCount: 0,
    })),
    mockRoute(routes.listThreadLikes, () => page([edith])),
  );
  const user = renderApp(`/thread/${thread.id}`);
  const likes = await screen.findByRole('link', { name: '2 likes' });
  expect(screen.getByRole('link', { name: '1 quote' })).toBeVisible();
  expect(screen.getByRole('link', { name: '2 reactions' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /repost/ })).not.toBeInTheDocument();
  await user.click(likes);
  expect(await screen.findByText('Edith Reel')).toBeVisible();
});

it('opens the thread for an unknown list', async () => {
  server.use(
    mockRoute(routes.listReplies, () => ({
      ...aThreadPage([]),
      totalElements: 0,
      hiddenCount: 0,
    })),
  );
  renderApp(`/thread/${thread.id}/elsewhere`);
  await waitFor(() => expect(window.location.pathname).toBe(`/thread/${thread.id}`));
});
