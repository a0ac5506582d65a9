import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Filter } from '@skein/contracts/filters';
import type { FollowedHashtag } from '@skein/contracts/search';
import { mockRoute, server } from '../../testing/api.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenOwnProfile, givenSettingsPage } from '../../testing/settings.ts';
import { anId } from '../../testing/threads.ts';

const done = { success: true, message: 'Done.' } as const;

let filters: Filter[] = [];
let followedTags: FollowedHashtag[] = [];

beforeEach(() => {
  filters = [];
  followedTags = [];
  givenSettingsPage();
  server.use(
    mockRoute(routes.listFilters, () => filters),
    mockRoute(routes.listFollowedHashtags, () => followedTags),
  );
});

const region = (name: string) => screen.findByRole('region', { name });

it('creates and moves lists', async () => {
  givenOwnProfile();
  const createdAt = '2026-11-20T10:00:00.000Z';
  const aList = (name: string) => ({ id: anId(), name, membersCount: 2, createdAt });
  let lists = [aList('Friends'), aList('Work')];
  server.use(
    mockRoute(routes.listUserLists, () => lists),
    mockRoute(routes.createUserList, () => {
      lists = [...lists, aList('News')];
      return aList('News');
    }),
    mockRoute(routes.orderUserLists, () => {
      lists = lists.toReversed();
      return done;
    }),
  );
  const user = renderApp('/settings/feeds');
  const feeds = within(await region('Feeds'));
  await user.click(feeds.getByRole('button', { name: 'Move Work up' }));
  await waitFor(() => expect(feeds.getByRole('button', { name: 'Move Work up' })).toBeDisabled());
  expect(feeds.getByRole('button', { name: 'Move Work down' })).toHaveFocus();
  await user.type(feeds.getByLabelText('New list'), 'News');
  await user.click(feeds.getByRole('button', { name: 'Create list' }));
  expect(await feeds.findByRole('link', { name: /News/ })).toBeVisible();
});

describe('keyword filters', () => {
  const wool: Filter = {
    id: anId(),
    phrase: 'wool',
    title: 'Crafts',
    groupId: anId(),
    isWholeWord: true,
    contexts: ['feeds', 'search'],
    action: 'hide',
    expiresAt: null,
    createdAt: '2026-11-20T10:00:00.000Z',
  };

  it('can be added', async () => {
    givenOwnProfile();
    const sent: unknown[] = [];
    server.use(
      mockRoute(routes.createFilter, async (request) => {
        sent.push(await request.json());
        filters = [wool];
        return wool;
      }),
    );
    const user = renderApp('/settings/feeds');
    const feeds = within(await region('Feeds'));
    await user.click(feeds.getByRole('button', { name: 'Add filter' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add filter' }));
    expect(dialog.getByRole('button', { name: 'Save filter' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Word or phrase'), 'wool');
    await user.click(dialog.getByRole('checkbox', { name: 'Replies' }));
    await user.click(dialog.getByRole('radio', { name: 'Hide' }));
    await user.click(dialog.getByRole('button', { name: 'Save filter' }));
    expect(await feeds.findByText('Crafts · Hide · Whole word · Feeds, Search')).toBeVisible();
    expect(sent).toEqual([
      {
        phrase: 'wool',
        isWholeWord: true,
        contexts: ['feeds', 'notifications', 'search'],
        action: 'hide',
      },
    ]);
  });

  it('can be deleted', async () => {
    givenOwnProfile();
    filters = [wool];
    server.use(
      mockRoute(routes.deleteFilter, () => {
        filters = [];
        return done;
      }),
    );
    const user = renderApp('/settings/feeds');
    await user.click(await screen.findByRole('button', { name: 'Delete the filter wool' }));
    await waitFor(() => expect(screen.queryByText('wool')).not.toBeInTheDocument());
  });
});

describe('followed hashtags', () => {
  it('are listed and can be unfollowed', async () => {
    givenOwnProfile();
    followedTags = [{ tag: 'wool', since: '2026-11-20T10:00:00.000Z' }];
    server.use(
      mockRoute(routes.unfollowHashtag, () => {
        followedTags = [];
        return { ...done, isFollowed: false };
      }),
    );
    const user = renderApp('/settings/feeds');
    const feeds = within(await region('Feeds'));
    expect(feeds.getByRole('link', { name: '#wool' })).toHaveAttribute('href', '/hashtag/wool');
    await user.click(feeds.getByRole('button', { name: 'Unfollow #wool' }));
    expect(await feeds.findByText("You don't follow any hashtags.")).toBeVisible();
  });
});

it('adds and removes hashtags of the profile', async () => {
  givenOwnProfile();
  let featured = [{ tag: 'wool', threadsCount: 2 }];
  const getTag = (url: string) => new URL(url).pathname.split('/').at(-2) ?? '';
  server.use(
    mockRoute(routes.listFeaturedHashtags, () => featured),
    mockRoute(routes.featureHashtag, ({ url }) => {
      featured = [...featured, { tag: getTag(url), threadsCount: 0 }];
      return done;
    }),
    mockRoute(routes.unfeatureHashtag, ({ url }) => {
      featured = featured.filter(({ tag }) => tag !== getTag(url));
      return done;
    }),
  );
  const user = renderApp('/settings');
  await user.type(await screen.findByLabelText('Add a hashtag'), '#silk{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove #wool from your profile' }));
  const list = screen.getByRole('list', { name: 'Featured hashtags' });
  await waitFor(() => expect(list).toHaveTextContent(/^#silk$/));
  expect(screen.getByLabelText('Add a hashtag')).toHaveValue('');
});

it('turns a filter of notifications on', async () => {
  givenOwnProfile();
  const policy = { filtersNotFollowing: false, filtersNotFollowers: false };
  const bodies: unknown[] = [];
  server.use(
    mockRoute(routes.updateNotificationPolicy, async (request) => {
      bodies.push(await request.json());
      return { ...done, policy: { ...policy, filtersNewAccounts: true } };
    }),
  );
  const user = renderApp('/settings/notifications');
  const filter = await screen.findByRole('switch', { name: 'Accounts younger than 30 days' });
  await waitFor(() => expect(filter).toBeEnabled());
  await user.click(filter);
  expect(filter).toBeChecked();
  await waitFor(() => expect(bodies).toEqual([{ filtersNewAccounts: true }]));
});
