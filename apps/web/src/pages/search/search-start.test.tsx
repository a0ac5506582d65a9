import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { CurrentUser, User } from '@skein/contracts/users';
import { recentSearchesKey } from '../../lib/storage.ts';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { givenSidePanels } from '../../testing/side-panels.ts';
import { aListedUser } from '../../testing/users.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aThreadResultsPage, aThreadResult, givenNothingTrending } from '../../testing/search.ts';
import { aFeedPage, aThread, aThreadPage } from '../../testing/threads.ts';

let user: CurrentUser;

beforeEach(() => {
  user = givenNothingTrending();
});

describe('the start of the search page', () => {
  it('shows trending threads, hashtags and users in tabs', async () => {
    givenSidePanels([aListedUser({ name: 'Ada Weaver' })]);
    server.use(
      mockRoute(routes.listTrendingHashtags, () => [
        { tag: 'wool', threadsCount: 1234, recentCount: 7 },
      ]),
      mockRoute(routes.listTrendingThreads, () =>
        aThreadPage([aThread({ content: 'Everybody likes this' })]),
      ),
    );
    const visitor = renderApp('/search');
    expect(await screen.findByText('Enter a search term to find threads')).toBeVisible();
    expect(await screen.findByText('Everybody likes this')).toBeVisible();
    const tabs = within(screen.getByRole('navigation', { name: 'Discover' }));
    await visitor.click(tabs.getByRole('link', { name: 'Hashtags' }));
    const hashtag = await screen.findByRole('link', { name: /^#wool.*1,234 threads ?· 7 today$/ });
    expect(hashtag).toHaveAttribute('href', '/hashtag/wool');
    await visitor.click(tabs.getByRole('link', { name: 'People' }));
    const users = await screen.findByRole('list', { name: 'Suggested for you' });
    expect(within(users).getByRole('button', { name: 'Follow' })).toBeVisible();
    expect(screen.getByText('Enter a search term to find threads')).toBeVisible();
  });

  it('says when nothing is trending', async () => {
    const visitor = renderApp('/search');
    expect(await screen.findByText('No threads are trending at the moment.')).toBeVisible();
    await visitor.click(screen.getByRole('link', { name: 'Hashtags' }));
    expect(await screen.findByText('Nothing is trending at the moment.')).toBeVisible();
  });

  it('is the current page in the navigation', async () => {
    renderApp('/search');
    await screen.findByText('Enter a search term to find threads');
    for (const link of screen.getAllByRole('link', { name: 'Search' })) {
      expect(link).toHaveAttribute('aria-current', 'page');
    }
  });

  it('is opened by its shortcut with the search box focused', async () => {
    server.use(mockRoute(routes.listFeed, () => aFeedPage([aThread()])));
    const visitor = renderApp('/feed');
    await screen.findByRole('article');
    // The shortcut is registered when the browser is idle.
    await waitFor(async () => {
      await visitor.keyboard('/');
      expect(location.pathname).toBe('/search');
    });
    const box = await screen.findByRole('searchbox', { name: 'Search' });
    await waitFor(() => expect(box).toHaveFocus());
  });
});

describe('recent searches', () => {
  beforeEach(() => {
    server.use(mockRoute(routes.searchThreads, () => aThreadResultsPage([aThreadResult()])));
  });

  it('are stored and can be run again', async () => {
    const visitor = renderApp('/search');
    const box = await screen.findByRole('searchbox', { name: 'Search' });
    await visitor.type(box, 'wool{Enter}');
    await screen.findByText('Found 1 result for "wool"');
    await visitor.click(screen.getByRole('button', { name: 'Clear' }));
    const recent = screen.getByRole('region', { name: 'Recent searches' });
    await visitor.click(within(recent).getByRole('link', { name: 'wool' }));
    expect(await screen.findByText('Found 1 result for "wool"')).toBeVisible();
    expect(box).toHaveValue('wool');
  });

  it('can be removed one by one or all at once', async () => {
    localStorage.setItem(recentSearchesKey(user.id), '["wool","yarn","silk"]');
    const visitor = renderApp('/search');
    await visitor.click(await screen.findByRole('button', { name: 'Forget "yarn"' }));
    expect(screen.queryByRole('link', { name: 'yarn' })).not.toBeInTheDocument();
    await visitor.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(screen.queryByText('Recent searches')).not.toBeInTheDocument();
    expect(localStorage.getItem(recentSearchesKey(user.id))).toBeNull();
  });

  it('are removed when the user signs out', async () => {
    server.use(mockRoute(routes.logout, () => ({ success: true, message: '' })));
    localStorage.setItem(recentSearchesKey(user.id), '["wool"]');
    const visitor = renderApp('/search');
    await screen.findByText('Recent searches');
    const [account] = screen.getAllByRole('button', { name: /Account/ });
    if (account) await visitor.click(account);
    await visitor.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await screen.findByRole('button', { name: 'Sign in' });
    expect(localStorage.getItem(recentSearchesKey(user.id))).toBeNull();
  });
});

describe('user results', () => {
  const givenUsers = (users: User[]) => server.use(mockRoute(routes.searchUsers, () => users));

  it('are shown and can be followed', async () => {
    const ada = aListedUser({ name: 'Ada Weaver' });
    givenUsers([ada]);
    server.use(
      mockRoute(routes.followUser, () => ({
        success: true,
        message: '',
        status: 'APPROVED',
        isFollowing: true,
        followRequestStatus: null,
      })),
    );
    const visitor = renderApp('/search?q=ada&tab=people');
    expect(await screen.findByText('Found 1 result for "ada"')).toBeVisible();
    expect(screen.getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page');
    await visitor.click(screen.getByRole('button', { name: 'Follow' }));
    expect(await screen.findByRole('button', { name: 'Following' })).toBeVisible();
  });

  it('show the empty state without matches', async () => {
    givenUsers([]);
    renderApp('/search?q=nobody&tab=people');
    expect(await screen.findByText('No people found for "nobody"')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('wait for another server that is slow to respond', async () => {
    let requestsCount = 0;
    server.use(
      mockRoute(routes.searchUsers, () => {
        requestsCount += 1;
        return requestsCount > 1
          ? [aListedUser({ name: 'Ada Weaver' })]
          : errorResponse({ status: 503, code: 'unavailable', message: 'slow.example is slow.' });
      }),
    );
    renderApp('/search?q=@ada@slow.example&tab=people');
    expect(await screen.findByText('Ada Weaver', {}, { timeout: 3000 })).toBeVisible();
  });

  it.each(['people', 'threads'])('say why a search for %s has failed', async (tab) => {
    const message = "silent.example doesn't respond.";
    const fail = () => errorResponse({ status: 404, code: 'not_found', message });
    server.use(mockRoute(routes.searchUsers, fail), mockRoute(routes.searchThreads, fail));
    renderApp(`/search?q=https://silent.example/1&tab=${tab}`);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText(/couldn't be looked up/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('can be retried after an error', async () => {
    server.use(mockRoute(routes.searchUsers, () => errorResponse({ status: 400 })));
    const visitor = renderApp('/search?q=ada&tab=people');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenUsers([aListedUser({ name: 'Ada Weaver' })]);
    await visitor.click(retry);
    expect(await screen.findByText('Ada Weaver')).toBeVisible();
  });
});
