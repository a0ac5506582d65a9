import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { User } from '@skein/contracts/users';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { aListedUser, aProfile } from '../../testing/users.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { aUser, givenSession } from '../../testing/session.ts';

const page = (content: User[], nextCursor: string | null = null) => ({
  content,
  page: null,
  size: 20,
  last: nextCursor === null,
  nextCursor,
});

const followers = [
  aListedUser({ name: 'Edith Reel', username: 'edith' }),
  aListedUser({ name: 'Mary Spool', username: 'mary', isFollowing: true }),
];

/** Serves the followers whose name contains the search. */
function givenFollowers() {
  const searches: string[] = [];
  server.use(
    mockRoute(routes.listFollowers, ({ url }) => {
      const { searchParams } = new URL(url);
      const search = searchParams.get('q') ?? '';
      searches.push(search);
      const [first, second] = followers.filter(({ name }) =>
        name.toLowerCase().includes(search.toLowerCase()),
      );
      if (searchParams.has('cursor')) return page(second ? [second] : []);
      return page(first ? [first] : [], second ? 'next' : null);
    }),
  );
  return searches;
}

beforeEach(() => {
  const user = givenSession();
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.getProfile, () => aProfile({ name: 'Ada Weaver', username: 'ada' })),
  );
});

it('lists followers page by page with their follow buttons', async () => {
  givenFollowers();
  const user = renderApp('/profile/ada/followers');
  expect(await screen.findByRole('link', { name: /Edith Reel/ })).toHaveAttribute(
    'href',
    '/profile/edith',
  );
  expect(screen.getByRole('button', { name: 'Follow' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Followers · Ada Weaver (@ada) · Skein'));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('button', { name: 'Following' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

it('searches followers, and shows a message without a match', async () => {
  const searches = givenFollowers();
  const user = renderApp('/profile/ada/followers');
  const box = await screen.findByRole('searchbox', { name: 'Search' });
  await user.type(box, 'mary');
  expect(await screen.findByText('Mary Spool')).toBeVisible();
  expect(screen.queryByText('Edith Reel')).not.toBeInTheDocument();
  await user.clear(box);
  await user.type(box, 'nobody');
  expect(await screen.findByText('Nobody found for "nobody"')).toBeVisible();
  expect(searches).not.toContain('m');
});

it('lists the users someone follows', async () => {
  server.use(mockRoute(routes.listFollowing, () => page([])));
  renderApp('/profile/ada/following');
  expect(await screen.findByText('Nobody yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Following' })).toHaveAttribute('aria-current', 'page');
});

it('removes one of the viewer’s followers after confirmation', async () => {
  const own = givenSession(aUser({ username: 'ada' }));
  const shown = [...followers];
  const removed: string[] = [];
  server.use(
    mockRoute(routes.getCurrentUser, () => own),
    mockRoute(routes.listFollowers, () => page(shown)),
    mockRoute(routes.removeFollower, ({ url }) => {
      removed.push(new URL(url).pathname.split('/').at(-1) ?? '');
      shown.shift();
      return { success: true, message: '' };
    }),
  );
  const user = renderApp('/profile/ada/followers');
  await user.click(
    await screen.findByRole('button', { name: 'Remove Edith Reel from your followers' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Edith Reel no longer follows you.')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Edith Reel/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Mary Spool/ })).toBeVisible();
  expect(removed).toEqual([followers[0]?.id]);
});

it('offers no removal in the follower list of another user', async () => {
  givenFollowers();
  renderApp('/profile/ada/followers');
  expect(await screen.findByText('Edith Reel')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument();
});

it('offers a retry if the list cannot be loaded', async () => {
  server.use(
    mockRoute(routes.listFollowers, () =>
      errorResponse({ status: 400, code: 'validation_failed' }),
    ),
  );
  const user = renderApp('/profile/ada/followers');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  givenFollowers();
  await user.click(retry);
  expect(await screen.findByText('Edith Reel')).toBeVisible();
});

it('shows that the account is private, and requests no list', async () => {
  const searches = givenFollowers();
  const viewer = givenSession();
  const ada = aProfile({ name: 'Ada Weaver', isPrivate: true, canViewThreads: false });
  server.use(
    // Registered before the profile, whose pattern matches this path as well.
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.getProfile, () => ada),
  );
  renderApp('/profile/ada/followers');
  expect(await screen.findByText('This account is private')).toBeVisible();
  expect(
    screen.getByText('Follow Ada Weaver to see their posts, once they approve it.'),
  ).toBeVisible();
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  expect(searches).toEqual([]);
});

it('shows that the user hides the lists', async () => {
  const searches = givenFollowers();
  const viewer = givenSession();
  const ada = aProfile({ name: 'Ada Weaver', canViewConnections: false });
  server.use(
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.getProfile, () => ada),
  );
  renderApp('/profile/ada/followers');
  expect(await screen.findByText('These lists are hidden')).toBeVisible();
  expect(searches).toEqual([]);
});

it('shows a message if the user does not exist', async () => {
  server.use(mockRoute(routes.getProfile, () => errorResponse({ status: 404, code: 'not_found' })));
  renderApp('/profile/nobody/followers');
  expect(await screen.findByText('Person not found')).toBeVisible();
});
