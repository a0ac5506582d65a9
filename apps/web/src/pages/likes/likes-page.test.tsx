import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import type { CurrentUser } from '@skein/contracts/users';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aThread, aThreadPage } from '../../testing/threads.ts';

let user: CurrentUser;

beforeEach(() => {
  user = givenSession();
  server.use(mockRoute(routes.getCurrentUser, () => user));
});

/** Responds page by page and records the requests. */
function givenLikes(pages: Thread[][]): string[] {
  const requests: string[] = [];
  server.use(
    mockRoute(routes.listUserThreads, ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      requests.push(`${pathname}?${searchParams.toString()}`);
      const index = Number(searchParams.get('cursor') ?? 0);
      const isLast = index + 1 >= pages.length;
      return aThreadPage(pages[index] ?? [], isLast ? null : String(index + 1));
    }),
  );
  return requests;
}

it('lists the likes page by page', async () => {
  const { intersectListEnd } = stubIntersectionObserver();
  const requests = givenLikes([[aThread({ content: 'one' })], [aThread({ content: 'two' })]]);
  renderApp('/likes');
  await screen.findByText('Loading liked threads...');
  expect(await screen.findByRole('heading', { name: 'Liked Threads' })).toBeInTheDocument();
  expect(screen.getByText('Your recently liked threads')).toBeInTheDocument();
  expect(await screen.findByText('one')).toBeInTheDocument();
  await intersectListEnd();
  expect(await screen.findByText('two')).toBeInTheDocument();
  expect(requests).toEqual([
    `/api/users/${user.id}/threads?tab=likes&size=20`,
    `/api/users/${user.id}/threads?tab=likes&size=20&cursor=1`,
  ]);
});

it('shows the empty state without likes', async () => {
  givenLikes([[]]);
  renderApp('/likes');
  const words = 'No liked threads yet. Start liking some threads!';
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('offers to try again when the list cannot be loaded', async () => {
  server.use(mockRoute(routes.listUserThreads, () => errorResponse({ status: 400 })));
  const person = renderApp('/likes');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  givenLikes([[aThread({ content: 'one' })]]);
  await person.click(retry);
  expect(await screen.findByText('one')).toBeInTheDocument();
});

it('is the current page in the navigation', async () => {
  givenLikes([[]]);
  renderApp('/likes');
  const link = await screen.findByRole('link', { name: 'Likes' });
  expect(link).toHaveAttribute('aria-current', 'page');
});

it('shows the side panels on wide screens', async () => {
  givenLikes([[]]);
  server.use(
    mockRoute(routes.listTrendingHashtags, () => []),
    mockRoute(routes.listSuggestedUsers, () => []),
    mockRoute(routes.listPendingFollowRequests, () => []),
  );
  const wide = Object.assign(window.matchMedia(''), { matches: true });
  vi.spyOn(window, 'matchMedia').mockReturnValue(wide);
  renderApp('/likes');
  expect(await screen.findByRole('region', { name: 'Suggested for you' })).toBeVisible();
});
