import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserEvent } from '@testing-library/user-event';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import type { CurrentUser } from '@skein/contracts/users';
import { mockRoute, networkFailure, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { stubEventSource } from '../../testing/live.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aListedUser } from '../../testing/users.ts';
import { givenSession } from '../../testing/session.ts';
import { givenSidePanels } from '../../testing/side-panels.ts';
import { aThread, aFeedPage } from '../../testing/threads.ts';
import { closeShellDialog } from '../../testing/dialogs.tsx';

const threads = (...contents: string[]) => contents.map((content) => aThread({ content }));

/** Responds like the server with pages of two, `head` first, and records the requests. */
/** `delay` is the time until the pages after the first one arrive. */
function givenFeed(pages: Thread[][], delay?: Promise<void>) {
  const feed = { pages, requests: [] as string[] };
  server.use(
    mockRoute(routes.listFeed, async ({ url }) => {
      const { searchParams } = new URL(url);
      feed.requests.push(searchParams.toString());
      const index = Number(searchParams.get('cursor') ?? 0);
      if (index > 0) await delay;
      const isLast = index + 1 >= feed.pages.length;
      return aFeedPage(feed.pages[index] ?? [], isLast ? null : String(index + 1));
    }),
  );
  return feed;
}

const cards = () => screen.queryAllByRole('article');
const cardTexts = () => cards().map((card) => card.textContent);

let viewer: CurrentUser;

beforeEach(() => {
  viewer = givenSession();
  server.use(mockRoute(routes.getCurrentUser, () => viewer));
});

describe('the states of the feed', () => {
  it('shows skeletons, then the threads in order', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.use(mockRoute(routes.listFeed, () => promise));
    renderApp('/feed');
    await screen.findByText('Loading feed...');
    resolve(Response.json(aFeedPage(threads('one', 'two'))));
    expect(await screen.findByText('one')).toBeInTheDocument();
    expect(screen.queryByText('Loading feed...')).not.toBeInTheDocument();
    expect(cards().map((card) => card.getAttribute('aria-posinset'))).toEqual(['1', '2']);
    expect(screen.getByText("You've reached the end of the feed")).toBeInTheDocument();
  });

  it('shows the empty state without threads', async () => {
    givenFeed([[]]);
    renderApp('/feed');
    expect(await screen.findByText('No threads yet. Start the conversation!')).toBeInTheDocument();
  });

  it('loads the next page when filters hide all threads of the first one', async () => {
    const { intersect } = stubIntersectionObserver();
    givenFeed([[], threads('one')]);
    renderApp('/feed');
    expect(await screen.findByText('Scroll to load more...')).toBeInTheDocument();
    expect(screen.queryByText(/^No threads yet/)).not.toBeInTheDocument();
    intersect();
    expect(await screen.findByText('one')).toBeInTheDocument();
  });

  it('suggests users below an empty feed and offers their threads after a follow', async () => {
    const feed = givenFeed([[]]);
    const ben = aListedUser({ name: 'Ben Loom' });
    givenSidePanels([ben]);
    server.use(
      mockRoute(routes.followUser, () => {
        feed.pages = [threads('by Ben')];
        return {
          success: true,
          message: 'Done.',
          status: 'APPROVED',
          isFollowing: true,
          followRequestStatus: null,
        };
      }),
    );
    const user = renderApp('/feed?feed=following');
    const panel = await screen.findByRole('region', { name: 'Suggested for you' });
    const trending = screen.getByRole('region', { name: 'Trending' });
    const parts = [screen.getByText('No threads yet. Start the conversation!'), panel, trending];
    // In this order.
    expect(parts.toSorted((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1))).toEqual(parts);
    await user.click(within(panel).getByRole('button', { name: /^Follow/ }));
    await user.click(await screen.findByRole('button', { name: '1 new thread' }));
    expect(await screen.findByText('by Ben')).toBeInTheDocument();
  });

  it('offers to try again when the feed cannot be loaded', async () => {
    server.use(mockRoute(routes.listFeed, () => errorResponse({ status: 400 })));
    const user = renderApp('/feed');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenFeed([threads('one')]);
    await user.click(retry);
    expect(await screen.findByText('one')).toBeInTheDocument();
  });

  it('does not load endlessly without a connection', async () => {
    server.use(mockRoute(routes.listFeed, networkFailure));
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    renderApp('/feed?feed=following');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
    act(() => void window.dispatchEvent(new Event('offline')));
    givenFeed([threads('one')]);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('one')).toBeInTheDocument();
  });

  it('retries automatically when the server is available again', async () => {
    const stream = stubEventSource();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    server.use(mockRoute(routes.listFeed, () => errorResponse({ status: 404 })));
    renderApp('/feed');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    givenFeed([threads('one')]);
    const connected = { userId: viewer.id, serverTime: new Date().toISOString() };
    act(() => stream.send('connected', connected));
    expect(await screen.findByText('one')).toBeVisible();
  });

  it('shows the following feed for its URL', async () => {
    const feed = givenFeed([threads('one')]);
    const user = renderApp('/feed?feed=following');
    expect(await screen.findByText('one')).toBeInTheDocument();
    expect(feed.requests).toEqual(['feed=following&size=30']);
    expect(screen.getByRole('link', { name: 'Following' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'Everyone' }));
    await waitFor(() => expect(feed.requests.at(-1)).toBe('feed=all&size=30'));
    expect(window.location.search).toBe('?feed=all');
  });

  it('shows the last tab again, and the same one after going back', async () => {
    const feed = givenFeed([threads('one')]);
    server.use(mockRoute(routes.listBookmarkedThreads, () => aFeedPage([])));
    const openPage = async (name: string) => {
      const [link] = await screen.findAllByRole('link', { name });
      if (link) await user.click(link);
    };
    const currentTab = async (name: string) =>
      waitFor(() =>
        expect(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'page'),
      );
    const user = renderApp('/bookmarks');
    await openPage('Feed');
    await currentTab('Everyone');
    await user.click(screen.getByRole('link', { name: 'Following' }));
    await currentTab('Following');

    await openPage('Bookmarks');
    await openPage('Feed');
    await currentTab('Following');
    expect(window.location.search).toBe('');
    expect(feed.requests.filter((query) => query.startsWith('feed=following'))).toHaveLength(1);

    act(() => window.history.go(-3));
    await currentTab('Everyone');
    expect(window.location.search).toBe('');
  });
});

describe('the next pages of the feed', () => {
  it('are loaded by cursor when the sentinel is near, until the end', async () => {
    const { intersect, observerOptions } = stubIntersectionObserver();
    const feed = givenFeed([threads('one'), threads('two')]);
    renderApp('/feed');
    expect(await screen.findByText('Scroll to load more...')).toBeInTheDocument();
    expect(observerOptions).toContainEqual({ rootMargin: '100px', threshold: 0.1 });
    intersect();
    expect(await screen.findByText('two')).toBeInTheDocument();
    expect(feed.requests).toEqual(['feed=all&size=30', 'feed=all&size=30&cursor=1']);
    expect(screen.getByText("You've reached the end of the feed")).toBeInTheDocument();
  });

  it('are requested once while a slow response is on its way, and not again when it arrives', async () => {
    const { intersect } = stubIntersectionObserver();
    const { promise, resolve } = Promise.withResolvers<void>();
    const feed = givenFeed([threads('one'), threads('two'), threads('three')], promise);
    renderApp('/feed');
    await screen.findByText('Scroll to load more...');
    intersect();
    intersect();
    resolve();
    expect(await screen.findByText('two')).toBeInTheDocument();
    expect(feed.requests).toEqual(['feed=all&size=30', 'feed=all&size=30&cursor=1']);
  });

  it('can be retried after an error and keep the loaded threads', async () => {
    const { intersect } = stubIntersectionObserver();
    givenFeed([threads('one'), threads('two')]);
    const user = renderApp('/feed');
    await screen.findByText('Scroll to load more...');
    server.use(mockRoute(routes.listFeed, () => errorResponse({ status: 403 })));
    intersect();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('one')).toBeInTheDocument();
    givenFeed([threads('one'), threads('two')]);
    await user.click(retry);
    expect(await screen.findByText('two')).toBeInTheDocument();
  });

  it('are loaded with new cursors after the server has rejected one', async () => {
    const { intersect } = stubIntersectionObserver();
    givenFeed([threads('one'), threads('two')]);
    const user = renderApp('/feed');
    await screen.findByText('Scroll to load more...');
    server.use(mockRoute(routes.listFeed, () => errorResponse({ status: 400 })));
    intersect();
    const retry = await screen.findByRole('button', { name: 'Try again' });
    const feed = givenFeed([threads('one'), threads('two')]);
    await user.click(retry);
    await screen.findByText('Scroll to load more...');
    await waitFor(() => expect(feed.requests).toEqual(['feed=all&size=30']));
    intersect();
    expect(await screen.findByText('two')).toBeInTheDocument();
  });
});

describe('new threads', () => {
  const minuteMs = 60_000;

  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['a click', (user: UserEvent, pill: HTMLElement) => user.click(pill)],
    ['the key .', (user: UserEvent) => user.keyboard('.')],
  ])('are announced, and inserted after %s', async (_, insert) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const shown = threads('one', 'two');
    const feed = givenFeed([shown]);
    const user = renderApp('/feed');
    await screen.findByText('one');
    expect(feed.requests).toEqual(['feed=all&size=30']);

    feed.pages = [[...threads('four', 'three'), ...shown]];
    await act(() => vi.advanceTimersByTimeAsync(minuteMs));
    const pill = await screen.findByRole('button', { name: '2 new threads' });
    expect(cards()).toHaveLength(2);

    await insert(user, pill);
    expect(cardTexts().map((text) => /one|two|three|four/.exec(text)?.[0])).toEqual([
      'four',
      'three',
      'one',
      'two',
    ]);
    expect(screen.queryByRole('button', { name: /new thread/ })).not.toBeInTheDocument();
  });

  it('are announced at once after a stream event', async () => {
    const stream = stubEventSource();
    const shown = threads('one');
    const feed = givenFeed([shown]);
    renderApp('/feed?feed=following');
    await screen.findByText('one');
    await waitFor(() => expect(stream.urls()).toHaveLength(1));
    feed.pages = [[...threads('four', 'three', 'two'), ...shown]];
    act(() => stream.send('feed', { newCount: 3 }));
    expect(await screen.findByRole('button', { name: '3 new threads' })).toBeInTheDocument();
    expect(cards()).toHaveLength(1);
  });
});

describe('a long feed', () => {
  it('renders the cards near the window, and keeps the tab stop when the user scrolls', async () => {
    const heightPx = 100;
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(heightPx);
    givenFeed([Array.from({ length: 100 }, (_, index) => aThread({ content: `Thread ${index}` }))]);
    renderApp('/feed');
    const first = await screen.findByText('Thread 0');
    expect(cards().length).toBeLessThan(20);
    scrollTo(40 * heightPx);
    expect(await screen.findByText('Thread 40')).toBeInTheDocument();
    expect(cards().length).toBeLessThan(30);
    expect(first).toBeInTheDocument();
    expect(screen.queryByText('Thread 20')).not.toBeInTheDocument();
  });

  const scrollTo = (offset: number) => {
    vi.stubGlobal('scrollY', offset);
    window.dispatchEvent(new Event('scroll'));
  };
});

describe('keyboard shortcuts', () => {
  afterEach(() => {
    closeShellDialog();
  });

  beforeEach(() => {
    // jsdom has no layout: all cards would be at the same position.
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
      this: Element,
    ) {
      const index = Number(this.getAttribute('data-index'));
      return new DOMRect(0, 100 * (index + 1), 600, 100);
    });
  });

  it('move the focus between cards', async () => {
    givenFeed([threads('one', 'two')]);
    const user = renderApp('/feed');
    await screen.findByText('one');
    const [first, second] = cards();
    await user.keyboard('j');
    expect(first).toHaveFocus();
    await user.keyboard('j');
    expect(second).toHaveFocus();
    expect(second).toHaveAttribute('tabindex', '0');
    expect(first).toHaveAttribute('tabindex', '-1');
    await user.keyboard('jk');
    expect(first).toHaveFocus();
  });

  it('continue from the focused card after back navigation', async () => {
    givenFeed([threads('one', 'two')]);
    server.use(
      mockRoute(routes.getThread, () => errorResponse({ status: 404 })),
      mockRoute(routes.listReplies, () => errorResponse({ status: 404 })),
    );
    const user = renderApp('/feed');
    await screen.findByText('two');
    const time = cards()[1]?.querySelector('time');
    if (!time) throw new Error('The card has no time');
    await user.click(time);
    expect(await screen.findByText('Thread not found')).toBeInTheDocument();
    window.history.back();
    await screen.findByText('two');
    await waitFor(() => expect(cards()[1]).toHaveFocus());
  });

  it('are listed by ? and ignored while a dialog is open', async () => {
    givenFeed([threads('one')]);
    const user = renderApp('/feed');
    await screen.findByText('one');
    await user.keyboard('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(list).getByText('Next thread')).toBeInTheDocument();
    await waitFor(() => expect(list).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('n');
    expect(screen.queryByRole('dialog', { name: 'New thread' })).not.toBeInTheDocument();
  });

  it('find pages, users, hashtags and actions for the focused thread in the palette', async () => {
    givenFeed([threads('one', 'two')]);
    const ada = aListedUser({ name: 'Ada Weaver', username: 'ada' });
    const toggled: unknown[] = [];
    server.use(
      mockRoute(routes.searchUsers, () => [ada]),
      mockRoute(routes.suggestHashtags, () => []),
      mockRoute(routes.getProfile, () => errorResponse({ status: 404, code: 'not_found' })),
      mockRoute(routes.bookmarkThread, ({ url }) => {
        toggled.push(url);
        return { success: true, message: '', isBookmarked: true };
      }),
    );
    const user = renderApp('/feed');
    await screen.findByText('two');
    await user.keyboard('jj{Control>}k{/Control}');
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }));
    const box = palette.getByRole('combobox');
    await waitFor(() => expect(box).toHaveFocus());
    await user.keyboard('bookm');
    expect(palette.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Bookmarkb',
      'Bookmarks',
      'Search threads for “bookm”',
    ]);
    expect(palette.getByRole('option', { name: 'Bookmark' })).toHaveAttribute(
      'id',
      box.getAttribute('aria-activedescendant'),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(cards()[1]).toHaveFocus();
    await waitFor(() => expect(toggled).toHaveLength(1));

    await user.keyboard('{Control>}k{/Control}weav');
    expect(await screen.findByRole('option', { name: /Ada Weaver/ })).toBeVisible();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/profile/ada'));
  });
});
