import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Thread } from '@skein/contracts/threads';
import type { listBookmarkedThreads } from '@skein/contracts/feed';
import type { searchThreads } from '@skein/contracts/search';
import type { getCurrentUser } from '@skein/contracts/users';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aThread, aThreadPage } from '../../testing/threads.ts';

beforeEach(() => {
  const user = givenSession();
  server.use(mockRoute<typeof getCurrentUser>('GET', '/users/me', () => user));
});

function givenBookmarks(pages: Thread[][]): void {
  server.use(
    mockRoute<typeof listBookmarkedThreads>('GET', '/threads/bookmarked', ({ url }) => {
      const index = Number(new URL(url).searchParams.get('cursor') ?? 0);
      const isLast = index + 1 >= pages.length;
      return aThreadPage(pages[index] ?? [], isLast ? null : String(index + 1));
    }),
  );
}

it('lists the bookmarks page by page', async () => {
  const { intersect } = stubIntersectionObserver();
  givenBookmarks([[aThread({ content: 'one' })], [aThread({ content: 'two' })]]);
  renderApp('/bookmarks');
  await screen.findByText('Loading bookmarks...');
  expect(await screen.findByRole('heading', { name: 'Bookmarks' })).toBeInTheDocument();
  expect(await screen.findByText('one')).toBeInTheDocument();
  intersect();
  expect(await screen.findByText('two')).toBeInTheDocument();
});

it('searches the bookmarks', async () => {
  givenBookmarks([[aThread({ content: 'one' })]]);
  const searches: string[] = [];
  server.use(
    mockRoute<typeof searchThreads>('GET', '/threads/search', ({ url }) => {
      searches.push(new URL(url).searchParams.get('q') ?? '');
      return { ...aThreadPage([]), content: [], totalElements: 0 };
    }),
  );
  const user = renderApp('/bookmarks');
  await user.type(
    await screen.findByRole('searchbox', { name: 'Search your bookmarks' }),
    ' wool {Enter}',
  );
  expect(await screen.findByDisplayValue('in:bookmarks wool')).toBeVisible();
  await waitFor(() => expect(searches).toEqual(['in:bookmarks wool']));
});

it('shows the empty state without bookmarks', async () => {
  givenBookmarks([[]]);
  renderApp('/bookmarks');
  const words = 'No bookmarks yet. Start keeping some threads!';
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('offers to try again when the list cannot be loaded', async () => {
  server.use(
    mockRoute<typeof listBookmarkedThreads>('GET', '/threads/bookmarked', () =>
      errorResponse({ status: 400 }),
    ),
  );
  const user = renderApp('/bookmarks');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  givenBookmarks([[aThread({ content: 'one' })]]);
  await user.click(retry);
  expect(await screen.findByText('one')).toBeInTheDocument();
});
