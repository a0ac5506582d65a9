import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { TrendingHashtag } from '@skein/contracts/search';
import { createQueryClient } from '../../api/query-client.ts';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { givenSession } from '../../testing/session.ts';
import { TestRouter } from '../../testing/test-router.tsx';
import { Panels } from './panels.tsx';

function renderPanels(tags: TrendingHashtag[] | Response) {
  givenSession();
  server.use(
    mockRoute(routes.listTrendingHashtags, () => tags),
    mockRoute(routes.listSuggestedUsers, () => []),
    mockRoute(routes.listPendingFollowRequests, () => []),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <Panels kinds={['trending', 'users']} />
      </TestRouter>
    </QueryClientProvider>,
  );
}

const someTags = (count: number): TrendingHashtag[] =>
  Array.from({ length: count }, (_, index) => ({
    tag: `tag${index + 1}`,
    threadsCount: 20,
    recentCount: index,
  }));

it('shows trending hashtags and user panels at the same time', async () => {
  renderPanels(someTags(2));
  expect(screen.getAllByRole('status')).toHaveLength(2);
  const panel = await screen.findByRole('region', { name: 'Trending' });
  expect(screen.getByRole('region', { name: 'Suggested for you' })).toBeVisible();
  const [first, second] = [...panel.querySelectorAll('a')];
  expect(first).toHaveTextContent('#tag120 threads');
  expect(second).toHaveTextContent('#tag220 threads · 1 today');
  expect(second).toHaveAttribute('href', '/hashtag/tag2');
});

it('shows more than five hashtags on request', async () => {
  renderPanels(someTags(10));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(screen.getByText('#tag10')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show less' }));
  expect(screen.queryByText('#tag6')).not.toBeInTheDocument();
});

it('says when nothing is trending', async () => {
  renderPanels([]);
  expect(await screen.findByText('Nothing is trending at the moment.')).toBeVisible();
});

it('shows only the user panels when trending hashtags cannot be loaded', async () => {
  renderPanels(errorResponse({ status: 400 }));
  expect(await screen.findByRole('region', { name: 'Suggested for you' })).toBeVisible();
  expect(screen.queryByText('Trending')).not.toBeInTheDocument();
});

it('requests each list only once when all are rejected', async () => {
  const requests: string[] = [];
  const reject = ({ url }: Request) => {
    requests.push(new URL(url).pathname);
    return errorResponse({ status: 429 });
  };
  renderPanels(errorResponse({ status: 429 }));
  server.use(
    mockRoute(routes.listTrendingHashtags, reject),
    mockRoute(routes.listSuggestedUsers, reject),
    mockRoute(routes.listPendingFollowRequests, reject),
  );
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
  // Long enough for a component that remounts to repeat its requests.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(requests.toSorted()).toEqual([
    '/api/hashtags/trending',
    '/api/users/follow-requests/pending',
    '/api/users/suggestions',
  ]);
});
