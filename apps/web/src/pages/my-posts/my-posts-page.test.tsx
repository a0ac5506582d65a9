import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import type { CurrentUser } from '@skein/contracts/users';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aThread, aThreadPage } from '../../testing/threads.ts';

const stats = { totalPosts: 1250, publicPosts: 1200, privatePosts: 50, totalLikes: 9000 };
let me: CurrentUser;

beforeEach(() => {
  me = givenSession();
  server.use(mockRoute(routes.getCurrentUser, () => me));
});

const myThread = (content: string): Thread =>
  aThread({ content, userId: me.id, userName: me.name, userUsername: me.username });

function givenPosts(posts: Thread[]): string[] {
  const requests: string[] = [];
  server.use(
    mockRoute(routes.listMyThreads, ({ url }) => {
      requests.push(new URL(url).search);
      return { ...aThreadPage(posts), stats };
    }),
  );
  return requests;
}

const shownStats = () => {
  const section = screen.getByRole('region', { name: 'Statistics' });
  return within(section)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
};

it('lists the own posts below the totals of all posts', async () => {
  const requests = givenPosts([myThread('one'), myThread('two')]);
  renderApp('/mythread');
  await screen.findByText('Loading your posts...');
  expect(await screen.findByRole('heading', { name: 'My Posts' })).toBeInTheDocument();
  expect(screen.getByText('All your posts and threads')).toBeInTheDocument();
  expect(await screen.findByText('one')).toBeInTheDocument();
  expect(requests).toEqual(['?size=100']);
  expect(shownStats()).toEqual([
    'Total Posts: 1.3K1,250',
    'Public Posts: 1.2K1,200',
    'Private Posts: 50',
    'Total Likes: 9K9,000',
  ]);
});

it('shows the empty state without posts', async () => {
  givenPosts([]);
  renderApp('/mythread');
  const words = 'No posts yet. Start creating some threads!';
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('offers to try again when the list cannot be loaded', async () => {
  server.use(mockRoute(routes.listMyThreads, () => errorResponse({ status: 400 })));
  const user = renderApp('/mythread');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  givenPosts([myThread('one')]);
  await user.click(retry);
  expect(await screen.findByText('one')).toBeInTheDocument();
});
