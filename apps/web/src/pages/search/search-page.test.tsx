import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { FoundThreadsPage } from '@skein/contracts/search';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aThreadResultsPage, aThreadResult, givenNothingTrending } from '../../testing/search.ts';
import { aThreadPage } from '../../testing/threads.ts';

beforeEach(() => {
  givenNothingTrending();
});

/** Responds to each search with these pages and records the requests. */
function givenFound(...pages: FoundThreadsPage[]): string[] {
  const requests: string[] = [];
  server.use(
    mockRoute(routes.searchThreads, ({ url }) => {
      const { searchParams } = new URL(url);
      requests.push(searchParams.toString());
      return pages[Number(searchParams.get('cursor') ?? 0)] ?? aThreadResultsPage([]);
    }),
  );
  return requests;
}

const box = () => screen.findByRole('searchbox', { name: 'Search' });
const address = () => location.pathname + location.search;

describe('the search box', () => {
  it('runs a search on Enter and puts it in the URL', async () => {
    const requests = givenFound(aThreadResultsPage([aThreadResult({ content: 'Red wool' })]));
    const user = renderApp('/search');
    expect(await screen.findByRole('heading', { name: 'Search Threads' })).toBeVisible();
    expect(await box()).toHaveAccessibleDescription(
      'Search for threads by topic, hashtag, or content. You can also search for threads from users you follow.',
    );
    await user.type(await box(), ' red wool {Enter}');
    expect(await screen.findByText('Found 1 result for "red wool"')).toBeVisible();
    expect(screen.getByText('Red wool')).toBeVisible();
    expect(requests).toEqual(['q=red+wool&sort=relevance&size=10']);
    expect(address()).toBe('/search?q=red+wool');
  });

  it('ends the search for a blank query without a request', async () => {
    const requests = givenFound(aThreadResultsPage([aThreadResult()]));
    const user = renderApp('/search?q=wool');
    expect(await screen.findByText('Found 1 result for "wool"')).toBeVisible();
    await user.clear(await box());
    await user.type(await box(), '   {Enter}');
    expect(await screen.findByText('Enter a search term to find threads')).toBeVisible();
    expect(requests).toHaveLength(1);
    expect(address()).toBe('/search');
  });

  it('is cleared by the clear button', async () => {
    givenFound(aThreadResultsPage([aThreadResult()]));
    const user = renderApp('/search?q=wool');
    await screen.findByText('Found 1 result for "wool"');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await box()).toHaveValue('');
    expect(await box()).toHaveFocus();
    expect(screen.getByText('Search by topic, hashtag, or content')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  });

  it('is focused by its shortcut', async () => {
    givenFound(aThreadResultsPage([aThreadResult()]));
    const user = renderApp('/search?q=wool');
    await screen.findByText('Found 1 result for "wool"');
    await user.keyboard('/');
    expect(await box()).toHaveFocus();
    expect(await box()).toHaveValue('wool');
  });

  it('shows the search hints', async () => {
    const user = renderApp('/search');
    await user.click(await screen.findByRole('button', { name: 'Search tips' }));
    const tips = await screen.findByRole('dialog', { name: 'Search tips' });
    expect(within(tips).getByText('has:media')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('the search results', () => {
  it('show three skeletons while loading', async () => {
    let send: (page: FoundThreadsPage) => void = () => undefined;
    server.use(
      mockRoute(
        routes.searchThreads,
        () => new Promise<FoundThreadsPage>((resolve) => (send = resolve)),
      ),
    );
    renderApp('/search?q=wool');
    expect(await screen.findByText('Searching...')).toBeVisible();
    expect(screen.getByRole('main').querySelectorAll('.animate-pulse')).toHaveLength(3);
    await waitFor(() => expect(send.length).toBe(1));
    send(aThreadResultsPage([]));
    expect(await screen.findByText('No threads found for "wool"')).toBeVisible();
    expect(screen.getByText('Try different keywords or check your spelling')).toBeVisible();
  });

  it('are loaded page by page', async () => {
    const { intersect } = stubIntersectionObserver();
    const requests = givenFound(
      aThreadResultsPage([aThreadResult({ content: 'one' })], {
        nextCursor: '1',
        totalElements: 2,
      }),
      aThreadResultsPage([aThreadResult({ content: 'two' })], { totalElements: 2 }),
    );
    renderApp('/search?q=wool&sort=recent');
    expect(await screen.findByText('one')).toBeVisible();
    expect(screen.getByText('Found 2 results for "wool"')).toBeVisible();
    expect(document.title).toBe('“wool” · Search · Skein');
    intersect();
    expect(await screen.findByText('two')).toBeVisible();
    expect(requests.at(-1)).toBe('q=wool&sort=recent&size=10&cursor=1');
  });

  it('highlight the matches, also inside links', async () => {
    const found = aThreadResult({
      content: 'See #wool and wool',
      matches: [
        { start: 4, end: 9 },
        { start: 14, end: 18 },
      ],
    });
    givenFound(aThreadResultsPage([found]));
    renderApp('/search?q=wool');
    const card = await screen.findByRole('article');
    const marks = [...card.querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marks).toEqual(['#wool', 'wool']);
    expect(within(card).getByRole('link', { name: '#wool' })).toHaveAttribute(
      'href',
      '/hashtag/wool',
    );
  });

  it('are empty with an offer to try again when the search fails', async () => {
    server.use(
      mockRoute(routes.searchThreads, () =>
        errorResponse({ status: 400, code: 'validation_failed' }),
      ),
    );
    const user = renderApp('/search?q=wool');
    expect(await screen.findByText('No threads found for "wool"')).toBeVisible();
    givenFound(aThreadResultsPage([aThreadResult({ content: 'Red wool' })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Red wool')).toBeVisible();
  });

  it('can be sorted', async () => {
    const requests = givenFound(aThreadResultsPage([aThreadResult()]));
    const user = renderApp('/search?q=wool');
    await user.click(await screen.findByRole('link', { name: 'Latest' }));
    await waitFor(() => expect(requests.at(-1)).toBe('q=wool&sort=recent&size=10'));
    expect(screen.getByRole('link', { name: 'Latest' })).toHaveAttribute('aria-current', 'true');
    expect(address()).toBe('/search?q=wool&sort=recent');
  });

  it('are restored without a request after back navigation', async () => {
    const found = aThreadResult({ content: 'Red wool' });
    server.use(
      mockRoute(routes.getThread, () => found),
      mockRoute(routes.listReplies, () => ({
        ...aThreadPage([]),
        totalElements: 0,
        hiddenCount: 0,
      })),
    );
    // After the handler of a single thread, whose path pattern also matches.
    const requests = givenFound(aThreadResultsPage([found]));
    const user = renderApp('/search?q=wool');
    await user.click(await screen.findByText('Red wool'));
    expect(await screen.findByRole('heading', { name: 'Thread' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('Found 1 result for "wool"')).toBeVisible();
    expect(requests).toHaveLength(1);
  });
});
