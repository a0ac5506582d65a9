import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { FollowRequest } from '@skein/contracts/relationships';
import type { User } from '@skein/contracts/users';
import { Toasts } from '../../ui/toasts.tsx';
import { createQueryClient } from '../../api/query-client.ts';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { aFollowRequest, aListedUser } from '../../testing/users.ts';
import { givenSession } from '../../testing/session.ts';
import { suggestedUsersQuery } from '../users/suggested-users.queries.ts';
import { followRequestsQuery } from './follow-requests.queries.ts';
import { TestRouter } from '../../testing/test-router.tsx';
import { UserPanels } from './user-panels.tsx';

function givenUsers(suggested: User[], requests: FollowRequest[] = []) {
  server.use(
    mockRoute(routes.listSuggestedUsers, () => suggested),
    mockRoute(routes.listPendingFollowRequests, () => requests),
  );
}

function LoadedPanels() {
  const requests = useQuery(followRequestsQuery);
  const suggested = useQuery(suggestedUsersQuery);
  return <UserPanels requests={requests.data} suggested={suggested.data} />;
}

function renderPanels() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TestRouter>
        <LoadedPanels />
      </TestRouter>
      <Toasts />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** Accepts follows and unfollows, and records them. */
function givenFollowing(wait?: () => Promise<undefined>) {
  const requests: string[] = [];
  server.use(
    mockRoute(routes.followUser, async () => {
      requests.push('follow');
      await wait?.();
      return { ...done, status: 'APPROVED', isFollowing: true, followRequestStatus: null };
    }),
    mockRoute(routes.unfollowUser, () => {
      requests.push('unfollow');
      return done;
    }),
  );
  return requests;
}

const done = { success: true, message: 'Done.' } as const;

beforeEach(() => {
  givenSession();
});

describe('suggested users', () => {
  it('show picture, name, bio and follower count', async () => {
    givenUsers([
      aListedUser({ name: 'Ada', username: 'ada', bio: 'Weaves.', followersCount: 1200 }),
    ]);
    renderPanels();
    const panel = await screen.findByRole('region', { name: 'Suggested for you' });
    expect(within(panel).getByRole('link', { name: /Ada/ })).toHaveAttribute(
      'href',
      '/profile/ada',
    );
    expect(within(panel).getByText('Weaves.')).toBeInTheDocument();
    expect(within(panel).getByText('1.2K followers')).toBeInTheDocument();
    expect(screen.queryByText('Follow Requests')).not.toBeInTheDocument();
  });

  it('show a message if there are none', async () => {
    givenUsers([]);
    renderPanels();
    expect(await screen.findByText('No suggestions available at the moment.')).toBeInTheDocument();
  });

  it('follow and unfollow a public account optimistically', async () => {
    givenUsers([aListedUser({ name: 'Ada', followersCount: 4 })]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    givenFollowing(() => promise);
    const user = renderPanels();
    const button = await screen.findByRole('button', { name: 'Follow' });
    expect(button).toHaveAttribute('aria-description', 'Follow Ada');
    await user.click(button);
    expect(button).toHaveAccessibleName('Following');
    expect(button).toBeDisabled();
    expect(screen.getByText('5 followers')).toBeInTheDocument();
    resolve(undefined);
    expect(await screen.findByText('You are now following Ada.')).toBeInTheDocument();
    await waitFor(() => expect(button).toHaveFocus());
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    await user.click(button);
    expect(await screen.findByText('You have unfollowed this user.')).toBeInTheDocument();
    expect(button).toHaveAccessibleName('Follow');
    expect(screen.getByText('4 followers')).toBeInTheDocument();
  });

  it.each<[string, (user: UserEvent, button: Element) => Promise<void>]>([
    ['a double click', (user, button) => user.dblClick(button)],
    [
      'two quick clicks',
      async (user, button) => {
        await user.click(button);
        await waitFor(() => expect(button).toBeEnabled());
        await user.click(button);
      },
    ],
  ])('follow only once after %s', async (_how, act) => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    givenUsers([aListedUser({ name: 'Ada' })]);
    const requests = givenFollowing();
    const user = renderPanels();
    const button = await screen.findByRole('button', { name: 'Follow' });
    await act(user, button);
    expect(await screen.findByText('You are now following Ada.')).toBeInTheDocument();
    await waitFor(() => expect(button).toBeEnabled());
    expect(button).toHaveAccessibleName('Following');
    expect(requests).toEqual(['follow']);
  });

  it('show Pending after a request to a private account, and move the focus to its row', async () => {
    givenUsers([aListedUser({ name: 'Ada', isPrivate: true })]);
    server.use(
      mockRoute(routes.followUser, () => ({
        ...done,
        status: 'PENDING',
        isFollowing: false,
        followRequestStatus: 'PENDING',
      })),
    );
    const user = renderPanels();
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    expect(await screen.findByText('Follow request sent!')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pending' })).toBeDisabled();
    await waitFor(() => expect(screen.getByRole('link', { name: /Ada/ })).toHaveFocus());
  });

  it('roll back a rejected follow', async () => {
    givenUsers([aListedUser({ name: 'Ada', followersCount: 4 })]);
    server.use(
      mockRoute(routes.followUser, () => errorResponse({ status: 404, code: 'not_found' })),
    );
    const user = renderPanels();
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    expect(
      await screen.findByText('Failed to send follow request. Please try again.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Follow' })).toBeInTheDocument();
    expect(screen.getByText('4 followers')).toBeInTheDocument();
  });

  it('can be dismissed, which moves the focus to the next one', async () => {
    givenUsers([aListedUser({ name: 'Ada' }), aListedUser({ name: 'Grace' })]);
    server.use(mockRoute(routes.dismissSuggestedUser, () => done));
    const user = renderPanels();
    await user.click(await screen.findByRole('button', { name: "Don't suggest Ada" }));
    expect(screen.queryByText('Ada')).not.toBeInTheDocument();
    const next = screen.getByRole('button', { name: "Don't suggest Grace" });
    await waitFor(() => expect(next).toHaveFocus());
  });
});

it('excludes users with a pending request from the suggestions', async () => {
  const grace = aListedUser({ name: 'Grace' });
  givenUsers([grace, aListedUser({ name: 'Ada' })], [aFollowRequest({ requester: grace })]);
  renderPanels();
  expect(await screen.findByRole('button', { name: 'Approve' })).toBeInTheDocument();
  const suggestions = screen.getByRole('region', { name: 'Suggested for you' });
  expect(within(suggestions).queryByText('Grace')).not.toBeInTheDocument();
  expect(within(suggestions).getByText('Ada')).toBeInTheDocument();
});

describe('follow requests', () => {
  it.each([
    ['Approve', 'Follow request approved!'],
    ['Reject', 'Follow request rejected.'],
  ])('are removed by %s, with a toast', async (button, messages) => {
    givenUsers([], [aFollowRequest({ requester: aListedUser({ name: 'Grace', bio: 'Spins.' }) })]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    server.use(
      mockRoute(routes.approveFollowRequest, async () => {
        await promise;
        return { ...done, status: 'approved' };
      }),
      mockRoute(routes.rejectFollowRequest, async () => {
        await promise;
        return { ...done, status: 'rejected' };
      }),
    );
    const user = renderPanels();
    const panel = await screen.findByRole('region', { name: 'Follow Requests' });
    expect(within(panel).getByText('Spins.')).toBeInTheDocument();
    await user.click(within(panel).getByRole('button', { name: button }));
    for (const each of within(panel).getAllByRole('button')) expect(each).toBeDisabled();
    resolve(undefined);
    expect(await screen.findByText(messages)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Grace')).not.toBeInTheDocument());
  });

  it('stay in the list if the decision fails', async () => {
    givenUsers([], [aFollowRequest({ requester: aListedUser({ name: 'Grace' }) })]);
    server.use(
      mockRoute(routes.approveFollowRequest, () =>
        errorResponse({ status: 503, code: 'unavailable' }),
      ),
    );
    const user = renderPanels();
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    expect(
      await screen.findByText('Failed to approve follow request. Please try again.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled();
  });
});
