import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Hashtag } from '@skein/contracts/search';
import type { Thread } from '@skein/contracts/threads';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { waitForDialogToClose, waitForDialog } from '../../testing/composer.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenNothingTrending } from '../../testing/search.ts';
import { aThread, aThreadPage } from '../../testing/threads.ts';
import { closeComposer, openComposer } from '../../testing/dialogs.tsx';

beforeEach(() => {
  givenNothingTrending();
});

/** Responds with the pages of a hashtag and records the requests. */
function givenTag(pages: Thread[][], stats: Partial<Hashtag> = {}): string[] {
  const requests: string[] = [];
  server.use(
    mockRoute(routes.getHashtag, () => ({
      tag: 'wool',
      threadsCount: 0,
      days: [0, 0, 0, 0, 0, 0, 0],
      isFollowed: false,
      ...stats,
    })),
    mockRoute(routes.listHashtagThreads, ({ url }) => {
      const { pathname, searchParams } = new URL(url);
      requests.push(decodeURIComponent(pathname));
      const index = Number(searchParams.get('cursor') ?? 0);
      const isLast = index + 1 >= pages.length;
      return aThreadPage(pages[index] ?? [], isLast ? null : String(index + 1));
    }),
  );
  return requests;
}

it('shows the threads of a hashtag page by page, and its usage', async () => {
  const { intersectListEnd } = stubIntersectionObserver();
  const pages = [[aThread({ content: 'one' })], [aThread({ content: 'two' })]];
  const requests = givenTag(pages, { threadsCount: 1234, days: [0, 0, 1, 0, 2, 0, 4] });
  renderApp('/hashtag/Wool');
  expect(await screen.findByRole('heading', { name: '#wool' })).toBeVisible();
  expect(await screen.findByText('1,234 threads')).toBeVisible();
  expect(screen.getByText('7 in the last 7 days')).toBeVisible();
  expect(
    screen.getByRole('img', {
      name: 'Threads of the last 7 days, day by day: 0, 0, 1, 0, 2, 0, 4',
    }),
  ).toBeVisible();
  expect(await screen.findByText('one')).toBeVisible();
  await intersectListEnd();
  expect(await screen.findByText('two')).toBeVisible();
  expect(requests).toEqual(['/api/threads/hashtag/wool', '/api/threads/hashtag/wool']);
});

it('opens the composer with the hashtag as its topic', async () => {
  givenTag([[]]);
  const user = renderApp('/hashtag/wool');
  await user.click(await screen.findByRole('button', { name: 'Post with this tag' }));
  expect(await screen.findByRole('dialog', { name: 'New thread' })).toBeVisible();
  expect(screen.getByDisplayValue('wool')).toBeVisible();
  // If there is no content, closing needs no confirmation.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('stores no draft if only the topic is prefilled', async () => {
  givenTag([[]]);
  const user = renderApp('/hashtag/wool');
  const button = await screen.findByRole('button', { name: 'Post with this tag' });
  await user.click(button);
  await waitForDialog('New thread');
  // This closes the composer in the same way as leaving the page, which needs no confirmation.
  closeComposer();
  await waitForDialogToClose();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);

  await user.click(button);
  await user.type((await waitForDialog('New thread')).textBox, 'Spun');
  closeComposer();
  await waitForDialogToClose();
  openComposer({ kind: 'thread', topic: 'yarn' });
  expect((await waitForDialog('New thread')).textBox).toHaveValue('Spun');
  expect(screen.getByRole('textbox', { name: 'Topic' })).toHaveValue('wool');
});

it('shows the empty state without a chart', async () => {
  givenTag([[]]);
  renderApp('/hashtag/wool');
  expect(await screen.findByText('No threads with #wool yet.')).toBeVisible();
  expect(await screen.findByText('0 threads')).toBeVisible();
  expect(screen.queryByRole('img', { name: /day by day/ })).not.toBeInTheDocument();
});

it('shows the threads if the usage cannot be loaded', async () => {
  givenTag([[aThread({ content: 'one' })]]);
  server.use(mockRoute(routes.getHashtag, () => errorResponse({ status: 400 })));
  renderApp('/hashtag/wool');
  expect(await screen.findByText('one')).toBeVisible();
});

it('offers to try again when the threads cannot be loaded', async () => {
  givenTag([[]]);
  server.use(mockRoute(routes.listHashtagThreads, () => errorResponse({ status: 400 })));
  const user = renderApp('/hashtag/wool');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  givenTag([[aThread({ content: 'one' })]]);
  await user.click(retry);
  expect(await screen.findByText('one')).toBeVisible();
});

it('offers a search for an invalid hashtag without sending requests', async () => {
  const requests = givenTag([[]]);
  renderApp('/hashtag/two%20words');
  expect(await screen.findByText("This isn't a hashtag")).toBeVisible();
  expect(screen.getByRole('button', { name: 'Search for it' })).toBeVisible();
  expect(requests).toEqual([]);
});

it('follows and unfollows the hashtag', async () => {
  givenTag([[]]);
  const done = { success: true, message: '' } as const;
  server.use(
    mockRoute(routes.followHashtag, () => ({
      ...done,
      isFollowed: true,
    })),
    mockRoute(routes.unfollowHashtag, () => ({
      ...done,
      isFollowed: false,
    })),
  );
  const user = renderApp('/hashtag/wool');
  await user.click(await screen.findByRole('button', { name: 'Follow #wool' }));
  await user.click(await screen.findByRole('button', { name: 'Following #wool: unfollow' }));
  expect(await screen.findByRole('button', { name: 'Follow #wool' })).toBeEnabled();
});

it('says why a hashtag cannot be followed', async () => {
  givenTag([[]]);
  const message = 'You can follow up to 50 hashtags.';
  server.use(
    mockRoute(routes.followHashtag, () =>
      errorResponse({ status: 409, code: 'conflict', message }),
    ),
  );
  const user = renderApp('/hashtag/wool');
  await user.click(await screen.findByRole('button', { name: 'Follow #wool' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Follow #wool' })).toBeEnabled();
});
