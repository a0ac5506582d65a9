import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { SentFollowRequest } from '@skein/contracts/relationships';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { aListedUser } from '../../testing/users.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

const requestTo = (name: string): SentFollowRequest => ({
  id: anId(),
  status: 'pending',
  createdAt: '2026-11-20T10:00:00.000Z',
  target: aListedUser({ name, isPrivate: true, followRequestStatus: 'PENDING' }),
});

const page = (content: SentFollowRequest[], nextCursor: string | null = null) => ({
  content,
  page: null,
  size: 20,
  last: nextCursor === null,
  nextCursor,
});

beforeEach(() => {
  const user = givenSession();
  server.use(mockRoute(routes.getCurrentUser, () => user));
});

it('lists sent requests page by page, and withdraws one', async () => {
  const withdrawn: string[] = [];
  const [edith, mary] = [requestTo('Edith Reel'), requestTo('Mary Spool')];
  server.use(
    mockRoute(routes.listSentFollowRequests, ({ url }) =>
      new URL(url).searchParams.has('cursor') ? page([mary]) : page([edith], 'next'),
    ),
    mockRoute(routes.unfollowUser, ({ url }) => {
      withdrawn.push(url.split('/').at(-2) ?? '');
      return { success: true, message: '' };
    }),
  );
  const user = renderApp('/follow-requests');
  expect(await screen.findByRole('link', { name: /Edith Reel/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: /Mary Spool/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Withdraw the request to Edith Reel' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Edith/ })).toBeNull());
  expect(screen.getByRole('link', { name: /Mary Spool/ })).toBeVisible();
  await waitFor(() => expect(withdrawn).toEqual([edith.target.id]));
});

it('moves the focus to the next request, and to the empty list, after a withdrawal', async () => {
  server.use(
    mockRoute(routes.listSentFollowRequests, () =>
      page([requestTo('Edith Reel'), requestTo('Mary Spool')]),
    ),
    mockRoute(routes.unfollowUser, () => ({
      success: true,
      message: '',
    })),
  );
  const user = renderApp('/follow-requests');
  await user.click(
    await screen.findByRole('button', { name: 'Withdraw the request to Edith Reel' }),
  );
  const next = screen.getByRole('button', { name: 'Withdraw the request to Mary Spool' });
  await waitFor(() => expect(next).toHaveFocus());
  await user.click(next);
  const empty = await screen.findByText('You have no pending follow requests.');
  await waitFor(() => expect(document.activeElement).toContainElement(empty));
  expect(document.body).not.toHaveFocus();
});

it('shows a request again if the withdrawal fails', async () => {
  server.use(
    mockRoute(routes.listSentFollowRequests, () => page([requestTo('Edith Reel')])),
    mockRoute(routes.unfollowUser, () => errorResponse({ status: 400 })),
  );
  const user = renderApp('/follow-requests');
  await user.click(await screen.findByRole('button', { name: /^Withdraw/ }));
  expect(
    await screen.findByText('Failed to withdraw follow request. Please try again.'),
  ).toBeVisible();
  expect(await screen.findByRole('link', { name: /Edith Reel/ })).toBeVisible();
});

it('offers a retry after a failure, and shows a message if there are none', async () => {
  server.use(mockRoute(routes.listSentFollowRequests, () => errorResponse({ status: 400 })));
  const user = renderApp('/follow-requests');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(mockRoute(routes.listSentFollowRequests, () => page([])));
  await user.click(retry);
  expect(await screen.findByText('You have no pending follow requests.')).toBeVisible();
});

it('keeps the focus in the list after "Try again"', async () => {
  const responses = [
    Promise.withResolvers<ReturnType<typeof page> | null>(),
    Promise.withResolvers<ReturnType<typeof page> | null>(),
  ];
  let requestsCount = 0;
  server.use(
    mockRoute(routes.listSentFollowRequests, async () => {
      requestsCount += 1;
      return (await responses[requestsCount - 2]?.promise) ?? errorResponse({ status: 400 });
    }),
  );
  const user = renderApp('/follow-requests');
  const retry = () => screen.findByRole('button', { name: 'Try again' });
  await user.click(await retry());
  expect(await screen.findByRole('status', { name: /^Loading/ })).toBeVisible();
  expect(document.body).not.toHaveFocus();
  responses[0]?.resolve(null);
  await waitFor(async () => expect(await retry()).toHaveFocus());
  await user.click(await retry());
  responses[1]?.resolve(page([requestTo('Edith Reel')]));
  const link = await screen.findByRole('link', { name: /Edith Reel/ });
  await waitFor(() => expect(link).toHaveFocus());
});
