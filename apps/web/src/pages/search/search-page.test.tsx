import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FoundThreadsPage, searchThreads } from '@skein/contracts/search';
import type { getThread, listReplies } from '@skein/contracts/threads';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aFoundPage, aFoundThread, givenVisitor } from '../../testing/search.ts';
import { aThreadPage } from '../../testing/threads.ts';

beforeEach(() => {
  givenVisitor();
});

/** Answers each search with these pages; remembers what was asked. */
function givenFound(...pages: FoundThreadsPage[]): string[] {
  const asked: string[] = [];
  server.use(
    mockRoute<typeof searchThreads>('GET', '/threads/search', ({ url }) => {
      const { searchParams } = new URL(url);
      asked.push(searchParams.toString());
      return pages[Number(searchParams.get('cursor') ?? 0)] ?? aFoundPage([]);
    }),
  );
  return asked;
}

const box = () => screen.findByRole('searchbox', { name: 'Search' });
const address = () => location.pathname + location.search;

describe('the box', () => {
  it('runs a search with Enter, which stands in the address', async () => {
    const asked = givenFound(aFoundPage([aFoundThread({ content: 'Red wool' })]));
    const user = renderApp('/search');
    expect(await screen.findByRole('heading', { name: 'Search Threads' })).toBeVisible();
    expect(await box()).toHaveAccessibleDescription(
      'Search for threads by topic, hashtag, or content. You can also search for threads from users you follow.',
    );
    await user.type(await box(), ' red wool {Enter}');
    expect(await screen.findByText('Found 1 result for "red wool"')).toBeVisible();
    expect(screen.getByText('Red wool')).toBeVisible();
    expect(asked).toEqual(['q=red+wool&sort=relevance&size=10']);
    expect(address()).toBe('/search?q=red+wool');
  });

  it('asks nothing for blanks, and ends the search', async () => {
    const asked = givenFound(aFoundPage([aFoundThread()]));
    const user = renderApp('/search?q=wool');
    expect(await screen.findByText('Found 1 result for "wool"')).toBeVisible();
    await user.clear(await box());
    await user.type(await box(), '   {Enter}');
    expect(await screen.findByText('Enter a search term to find threads')).toBeVisible();
    expect(asked).toHaveLength(1);
    expect(address()).toBe('/search');
  });

  it('is emptied by the clear button', async () => {
    givenFound(aFoundPage([aFoundThread()]));
    const user = renderApp('/search?q=wool');
    await screen.findByText('Found 1 result for "wool"');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(await box()).toHaveValue('');
    expect(await box()).toHaveFocus();
    expect(screen.getByText('Search by topic, hashtag, or content')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
  });

  it('gets the focus by its key', async () => {
    givenFound(aFoundPage([aFoundThread()]));
    const user = renderApp('/search?q=wool');
    await screen.findByText('Found 1 result for "wool"');
    await user.keyboard('/');
    expect(await box()).toHaveFocus();
    expect(await box()).toHaveValue('wool');
  });

  it('tells what can narrow a search', async () => {
    const user = renderApp('/search');
    await user.click(await screen.findByRole('button', { name: 'Search tips' }));
    const tips = await screen.findByRole('dialog', { name: 'Search tips' });
    expect(within(tips).getByText('has:media')).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

describe('what is found', () => {
  it('has three skeletons on its way', async () => {
    let send: (page: FoundThreadsPage) => void = () => undefined;
    server.use(
      mockRoute<typeof searchThreads>(
        'GET',
        '/threads/search',
        () => new Promise<FoundThreadsPage>((resolve) => (send = resolve)),
      ),
    );
    renderApp('/search?q=wool');
    expect(await screen.findByText('Searching...')).toBeVisible();
    expect(screen.getByRole('main').querySelectorAll('.animate-pulse')).toHaveLength(3);
    await waitFor(() => expect(send.length).toBe(1));
    send(aFoundPage([]));
    expect(await screen.findByText('No threads found for "wool"')).toBeVisible();
    expect(screen.getByText('Try different keywords or check your spelling')).toBeVisible();
  });

  it('goes on page by page', async () => {
    const { reach } = stubIntersectionObserver();
    const asked = givenFound(
      aFoundPage([aFoundThread({ content: 'one' })], { nextCursor: '1', totalElements: 2 }),
      aFoundPage([aFoundThread({ content: 'two' })], { totalElements: 2 }),
    );
    renderApp('/search?q=wool&sort=recent');
    expect(await screen.findByText('one')).toBeVisible();
    expect(screen.getByText('Found 2 results for "wool"')).toBeVisible();
    expect(document.title).toBe('“wool” · Search · Skein');
    reach();
    expect(await screen.findByText('two')).toBeVisible();
    expect(asked.at(-1)).toBe('q=wool&sort=recent&size=10&cursor=1');
  });

  it('marks the matches, within links too', async () => {
    const found = aFoundThread({
      content: 'See #wool and wool',
      matches: [
        { start: 4, end: 9 },
        { start: 14, end: 18 },
      ],
    });
    givenFound(aFoundPage([found]));
    renderApp('/search?q=wool');
    const card = await screen.findByRole('article');
    const marks = [...card.querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(marks).toEqual(['#wool', 'wool']);
    expect(within(card).getByRole('link', { name: '#wool' })).toHaveAttribute(
      'href',
      '/hashtag/wool',
    );
  });

  it('is nothing when the search fails, with another try', async () => {
    server.use(
      mockRoute<typeof searchThreads>('GET', '/threads/search', () =>
        errorResponse({ status: 400, code: 'validation_failed' }),
      ),
    );
    const user = renderApp('/search?q=wool');
    expect(await screen.findByText('No threads found for "wool"')).toBeVisible();
    givenFound(aFoundPage([aFoundThread({ content: 'Red wool' })]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Red wool')).toBeVisible();
  });

  it('comes in another order', async () => {
    const asked = givenFound(aFoundPage([aFoundThread()]));
    const user = renderApp('/search?q=wool');
    await user.click(await screen.findByRole('link', { name: 'Latest' }));
    await waitFor(() => expect(asked.at(-1)).toBe('q=wool&sort=recent&size=10'));
    expect(screen.getByRole('link', { name: 'Latest' })).toHaveAttribute('aria-current', 'true');
    expect(address()).toBe('/search?q=wool&sort=recent');
  });

  it('is still there, unasked, when one comes back', async () => {
    const found = aFoundThread({ content: 'Red wool' });
    server.use(
      mockRoute<typeof getThread>('GET', '/threads/{threadId}', () => found),
      mockRoute<typeof listReplies>('GET', '/threads/{threadId}/replies', () => ({
        ...aThreadPage([]),
        totalElements: 0,
      })),
    );
    // Behind the thread's answer, whose address is any word in this place.
    const asked = givenFound(aFoundPage([found]));
    const user = renderApp('/search?q=wool');
    await user.click(await screen.findByText('Red wool'));
    expect(await screen.findByRole('heading', { name: 'Thread' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('Found 1 result for "wool"')).toBeVisible();
    expect(asked).toHaveLength(1);
  });
});
