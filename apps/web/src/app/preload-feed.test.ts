import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { discardPreloadedResponse } from '../api/preloaded-response.ts';
import { mockRoute, server } from '../testing/api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aToken, aUser, givenSession } from '../testing/session.ts';
import { aThread, aFeedPage } from '../testing/threads.ts';
import { preloadFeed } from './preload-feed.ts';

const user = aUser();
let feedRequests: string[] = [];

const preload = (address: string) => preloadFeed(new URL(address, 'http://skein.test'));

beforeEach(() => {
  feedRequests = [];
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.listFeed, ({ url }) => {
      feedRequests.push(new URL(url).search);
      return aFeedPage([aThread({ content: 'one' })]);
    }),
  );
});

afterEach(discardPreloadedResponse);

describe('preloadFeed', () => {
  it.each(['/feed', '/feed?feed=following'])(
    'requests %s once, and the app uses the response',
    async (address) => {
      givenSession(user);
      preload(address);
      await waitFor(() => expect(feedRequests).toHaveLength(1));
      renderApp(address);
      expect(await screen.findByText('one')).toBeInTheDocument();
      expect(feedRequests).toHaveLength(1);
    },
  );

  it('requests the feed that was shown last', async () => {
    givenSession(user);
    localStorage.setItem('feed', 'following');
    preload('/feed');
    await waitFor(() => expect(feedRequests).toEqual(['?feed=following&size=30']));
  });

  it('requests no feed without a valid token', async () => {
    givenSession(user, aToken(-1));
    preload('/feed');
    expect(feedRequests).toHaveLength(0);
  });

  it('requests no feed for another page', async () => {
    givenSession(user);
    preload('/settings');
    expect(feedRequests).toHaveLength(0);
  });
});
