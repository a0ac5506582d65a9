import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { UserList } from '@skein/contracts/lists';
import type { Thread } from '@skein/contracts/threads';
import type { CurrentUser, ProfileDetails } from '@skein/contracts/users';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubEventSource } from '../../testing/live.ts';
import { aNotification } from '../../testing/notifications.ts';
import { aProfile } from '../../testing/users.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aFeedPage, aPicture, aThread, aThreadPage, anId } from '../../testing/threads.ts';

/** Serves Ada's profile, and records the requests for her threads. */
function givenAda(fields: Partial<ProfileDetails> = {}) {
  const ada = {
    profile: aProfile({ name: 'Ada Weaver', username: 'ada', ...fields }),
    tabs: [] as string[],
    media: [] as Thread[],
  };
  server.use(
    // Registered before the profile, whose pattern matches this path as well.
    mockRoute(routes.getCurrentUser, () => viewer),
    mockRoute(routes.getProfile, () => ada.profile),
    mockRoute(routes.listUserThreads, ({ url }) => {
      const tab = new URL(url).searchParams.get('tab') ?? '';
      ada.tabs.push(tab);
      return aThreadPage(tab === 'media' ? ada.media : [aThread({ content: `Of ${tab}` })]);
    }),
  );
  return ada;
}

const done = { success: true, message: 'Done.' } as const;

let viewer: CurrentUser;

beforeEach(() => {
  viewer = givenSession();
});

describe('/profile/{username}', () => {
  it('replaces a former username in the URL', async () => {
    givenAda();
    const { length } = history;
    renderApp('/profile/ada.former?tab=replies');
    expect(await screen.findByText('Of replies')).toBeVisible();
    expect(location.pathname + location.search).toBe('/profile/ada?tab=replies');
    expect(history.length).toBe(length);
  });

  it('links the page of an account of another server, and shows when it accepts a request', async () => {
    const stream = stubEventSource();
    const originalUrl = 'https://example.org/@ada';
    const username = 'ada@example.org';
    const ada = givenAda({ username, originalUrl, followRequestStatus: 'PENDING' });
    renderApp(`/profile/${username}`);
    const header = await screen.findByRole('region', { name: 'Ada Weaver' });
    expect(header).toHaveTextContent('@ada@example.org');
    expect(header).not.toHaveTextContent('Joined');
    const link = within(header).getByRole('link', { name: 'Open original page' });
    expect(link).toHaveAttribute('href', originalUrl);
    expect(within(header).getByRole('button', { name: 'Pending' })).toBeVisible();
    expect(await screen.findByText('Older threads may be missing here.')).toBeVisible();
    const more = screen.getByRole('link', { name: 'See more on example.org' });
    expect(more).toHaveAttribute('href', originalUrl);
    const notification = aNotification({ type: 'follow_approved', actors: [ada.profile] });
    ada.profile = { ...ada.profile, followRequestStatus: null, isFollowing: true };
    act(() => stream.send('notification', { unreadCount: 1, notification }));
    expect(await within(header).findByRole('button', { name: 'Following' })).toBeEnabled();
  });

  it('leads to the new address of an account that has moved, and offers no follow', async () => {
    givenAda({ movedTo: { id: anId(), username: 'ada@new.example', name: 'Ada' } });
    renderApp('/profile/ada');
    const region = await screen.findByRole('region', { name: 'Ada Weaver' });
    const header = within(region);
    expect(region).toHaveTextContent('Ada Weaver has moved to @ada@new.example');
    const link = header.getByRole('link', { name: '@ada@new.example' });
    expect(link).toHaveAttribute('href', '/profile/ada@new.example');
    expect(header.queryByRole('button', { name: 'Follow' })).not.toBeInTheDocument();
  });

  it('shows the profile and its threads', async () => {
    const ada = givenAda({
      bio: 'Weaves by day.',
      location: 'Leeds',
      website: 'https://ada.example/',
      featuredHashtags: ['looms'],
      fields: [{ name: 'Code', value: 'https://code.example/ada' }],
      followersCount: 1,
      followingCount: 2300,
      isFollowedBy: true,
      isBot: true,
    });
    const user = renderApp('/profile/ada');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Weaver' })).toBeVisible();
    expect(document.title).toBe('Ada Weaver (@ada) · Skein');
    const header = screen.getByRole('region', { name: 'Ada Weaver' });
    expect(header).toHaveTextContent('@adaFollows you');
    expect(within(header).getByText('Bot')).toBeVisible();
    expect(header).toHaveTextContent('Weaves by day.');
    expect(within(header).getByRole('link', { name: 'ada.example' })).toHaveAttribute(
      'rel',
      'noopener noreferrer nofollow ugc',
    );
    expect(within(header).getByRole('link', { name: '#looms' })).toHaveAttribute(
      'href',
      '/hashtag/looms',
    );
    expect(within(header).getByText('Code').nextSibling).toContainElement(
      within(header).getByRole('link', { name: 'code.example/ada' }),
    );
    expect(header).toHaveTextContent('Joined May 2026');
    expect(within(header).getByRole('link', { name: '1 follower' })).toHaveAttribute(
      'href',
      '/profile/ada/followers',
    );
    expect(within(header).getByRole('link', { name: '2.3K following' })).toBeVisible();
    expect(await screen.findByText('Of threads')).toBeVisible();

    await user.click(screen.getByRole('link', { name: 'Replies' }));
    expect(await screen.findByText('Of replies')).toBeVisible();
    expect(window.location.search).toBe('?tab=replies');
    await user.click(screen.getByRole('link', { name: 'Media' }));
    expect(await screen.findByText('No media yet.')).toBeVisible();
    expect(ada.tabs).toEqual(['threads', 'replies', 'media']);
  });

  it('links names in the bio, and names followers that the viewer follows', async () => {
    const follower = (name: string) => ({ id: anId(), name, username: 'u', picture: null });
    givenAda({
      bio: 'I #weave with @ben at https://looms.example.',
      familiarFollowers: { users: [follower('Ben'), follower('Cleo'), follower('Dan')], count: 5 },
    });
    renderApp('/profile/ada');
    const header = within(await screen.findByRole('region', { name: 'Ada Weaver' }));
    const getPath = (name: string) => header.getByRole('link', { name }).getAttribute('href');
    expect(getPath('#weave')).toBe('/hashtag/weave');
    expect(getPath('@ben')).toBe('/profile/ben');
    expect(getPath('looms.example')).toBe('https://looms.example');
    expect(getPath('Followed by Ben, Cleo, and 3 others you follow')).toBe(
      '/profile/ada/followers',
    );
  });

  it('shows the media as a grid, and covers sensitive media without requesting them', async () => {
    const ada = givenAda();
    const [shown, covered] = [aPicture({ altText: 'A loom' }), aPicture()];
    ada.media = [
      aThread({ content: 'Look', media: [shown, aPicture()] }),
      aThread({ content: 'Careful', media: [covered], isSensitive: true }),
    ];
    renderApp('/profile/ada?tab=media');
    expect(await screen.findByRole('link', { name: '2 files: A loom' })).toHaveAttribute(
      'href',
      `/thread/${ada.media[0]?.id}`,
    );
    const sources = Array.from(document.images, ({ src }) => src);
    expect(sources.filter((src) => src.includes(shown.id))).toHaveLength(1);
    expect(sources.filter((src) => src.includes(covered.id))).toEqual([]);
    expect(screen.getByRole('link', { name: 'Sensitive media' })).toBeVisible();
  });

  it('shows a message if the user does not exist', async () => {
    server.use(
      mockRoute(routes.getCurrentUser, () => viewer),
      mockRoute(routes.getProfile, () => errorResponse({ status: 404, code: 'not_found' })),
      mockRoute(routes.listFeed, () => aFeedPage([])),
    );
    const user = renderApp('/profile/nobody');
    expect(await screen.findByText('Person not found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back to Feed' }));
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  });

  it('offers a retry if the profile cannot be loaded', async () => {
    server.use(
      mockRoute(routes.getCurrentUser, () => viewer),
      mockRoute(routes.getProfile, () => errorResponse({ status: 400, code: 'validation_failed' })),
    );
    const user = renderApp('/profile/ada');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenAda();
    await user.click(retry);
    expect(await screen.findByText('Of threads')).toBeVisible();
  });

  it('hides the threads of a private account, and withdraws the request', async () => {
    const ada = givenAda({
      isPrivate: true,
      canViewThreads: false,
      followRequestStatus: 'PENDING',
      followersCount: 3,
    });
    server.use(mockRoute(routes.unfollowUser, () => done));
    const user = renderApp('/profile/ada');
    expect(await screen.findByText('This account is private')).toBeVisible();
    expect(screen.queryByRole('link', { name: '3 followers' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Pending/ }));
    expect(await screen.findByRole('button', { name: 'Follow' })).toBeVisible();
    expect(ada.tabs).toEqual([]);
  });

  it.each([true, false])('offers to write if the user accepts messages: %s', async (canMessage) => {
    givenAda({ isPrivate: true, canViewThreads: false, canMessage });
    renderApp('/profile/ada');
    expect(await screen.findByRole('button', { name: 'Follow' })).toBeVisible();
    expect(screen.queryAllByRole('link', { name: 'Message' })).toHaveLength(canMessage ? 1 : 0);
  });

  it('links from the own public profile to the edit page', async () => {
    givenAda({ id: viewer.id });
    renderApp('/profile/ada');
    expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Follow' })).not.toBeInTheDocument();
  });
});

describe('blocking and muting', () => {
  it('blocks after confirmation and hides the threads', async () => {
    const ada = givenAda();
    server.use(
      mockRoute(routes.blockUser, () => {
        ada.profile = { ...ada.profile, isBlocked: true, canViewThreads: false };
        return { ...done, isBlocked: true };
      }),
    );
    const user = renderApp('/profile/ada');
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block Ada Weaver' }));
    const question = await screen.findByRole('alertdialog', { name: 'Block Ada Weaver?' });
    await user.click(within(question).getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('You have blocked Ada Weaver')).toBeVisible();
    expect(screen.queryByText('Of threads')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More about Ada Weaver' }));
    expect(await screen.findByRole('menuitem', { name: 'Unblock Ada Weaver' })).toBeVisible();
  });

  it('unblocks with the button in place of the follow button, which gets the focus', async () => {
    const ada = givenAda({ isBlocked: true, canViewThreads: false });
    server.use(
      mockRoute(routes.unblockUser, () => {
        ada.profile = { ...ada.profile, isBlocked: false, canViewThreads: true };
        return { ...done, isBlocked: false };
      }),
    );
    const user = renderApp('/profile/ada');
    await user.click(await screen.findByRole('button', { name: 'Unblock' }));
    expect(await screen.findByRole('button', { name: 'Follow' })).toHaveFocus();
    expect(screen.queryByText('You have blocked Ada Weaver')).not.toBeInTheDocument();
  });

  it.each([false, true])('turns the bell of a followed user from %s', async (isNotifying) => {
    givenAda({ isFollowing: true, isNotifying });
    server.use(
      mockRoute(routes.enableThreadNotifications, () => ({ ...done, isNotifying: true })),
      mockRoute(routes.disableThreadNotifications, () => ({ ...done, isNotifying: false })),
    );
    const user = renderApp('/profile/ada');
    const name = 'Notify me about new threads of Ada Weaver';
    await user.click(await screen.findByRole('button', { name, pressed: isNotifying }));
    expect(await screen.findByRole('button', { name, pressed: !isNotifying })).toBeVisible();
  });

  it('hides the reposts of the user', async () => {
    const ada = givenAda();
    server.use(
      mockRoute(routes.muteReposts, () => {
        ada.profile = { ...ada.profile, areRepostsMuted: true };
        return { ...done, areRepostsMuted: true };
      }),
    );
    const user = renderApp('/profile/ada');
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Hide reposts' }));
    expect(await screen.findByText('Reposts by Ada Weaver are hidden.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More about Ada Weaver' }));
    expect(await screen.findByRole('menuitem', { name: 'Show reposts' })).toBeVisible();
  });

  it('blocks the server of an account of another server', async () => {
    const ada = givenAda({ username: 'ada@knots.example' });
    server.use(
      mockRoute(routes.blockServer, () => {
        ada.profile = { ...ada.profile, isServerBlocked: true };
        return { ...done, domain: 'knots.example' };
      }),
    );
    const user = renderApp('/profile/ada@knots.example');
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    await user.click(
      await screen.findByRole('menuitem', { name: 'Block the server knots.example' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Block server' }));
    expect(await screen.findByText('knots.example is blocked.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More about Ada Weaver' }));
    expect(await screen.findByRole('menuitem', { name: 'Unblock knots.example' })).toBeVisible();
  });

  it('saves a private note about the user', async () => {
    const ada = givenAda();
    const sent: unknown[] = [];
    server.use(
      mockRoute(routes.saveNote, async (request) => {
        const { note } = (await request.json()) as { note: string };
        sent.push(note);
        ada.profile = { ...ada.profile, note };
        return { ...done, note };
      }),
    );
    const user = renderApp('/profile/ada');
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Add note' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Note about Ada Weaver' }));
    await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Met at the loom fair');
    await user.click(dialog.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByText('Note, only visible to you')).toBeVisible();
    expect(screen.getByText('Met at the loom fair')).toBeVisible();
    expect(sent).toEqual(['Met at the loom fair']);
    await user.click(screen.getByRole('button', { name: 'More about Ada Weaver' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit note' })).toBeVisible();
  });

  it('adds the user to a list', async () => {
    givenAda();
    const id = '0191a9a0-0000-7000-8000-000000000001';
    const list = { id, name: 'Friends', membersCount: 0, createdAt: '2026-11-20T10:00:00.000Z' };
    let containing: UserList[] = [];
    server.use(
      mockRoute(routes.listUserLists, () => [list]),
      mockRoute(routes.listListsOfUser, () => containing),
      mockRoute(routes.addListMember, () => {
        containing = [list];
        return done;
      }),
    );
    const user = renderApp('/profile/ada');
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Add to lists' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Ada Weaver to lists' }));
    await user.click(await dialog.findByRole('checkbox', { name: 'Friends' }));
    await waitFor(() => expect(dialog.getByRole('checkbox', { name: 'Friends' })).toBeChecked());
  });

  it('mutes the user', async () => {
    const ada = givenAda();
    server.use(
      mockRoute(routes.muteUser, () => {
        ada.profile = { ...ada.profile, isMuted: true };
        return { ...done, isMuted: true };
      }),
    );
    const user = renderApp('/profile/ada');
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mute Ada Weaver' }));
    expect(await screen.findByText(/Ada Weaver is muted/)).toBeInTheDocument();
    await waitFor(() => expect(ada.tabs.length).toBeGreaterThan(1));
    expect(screen.getByText('Of threads')).toBeVisible();
  });

  it('mutes the user for a week, and shows the end', async () => {
    const ada = givenAda();
    const bodies: unknown[] = [];
    server.use(
      mockRoute(routes.muteUser, async (request) => {
        bodies.push(await request.json());
        ada.profile = { ...ada.profile, isMuted: true, mutedUntil: '2030-02-01T12:00:00.000Z' };
        return { ...done, isMuted: true };
      }),
    );
    const user = renderApp('/profile/ada');
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mute for a time' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mute Ada Weaver' }));
    await user.click(dialog.getByRole('radio', { name: '1 week' }));
    await user.click(dialog.getByRole('button', { name: 'Mute' }));
    expect(await screen.findByText(/Ada Weaver is muted/)).toBeInTheDocument();
    expect(bodies).toEqual([{ durationSeconds: 604_800 }]);
    await user.click(await screen.findByRole('button', { name: 'More about Ada Weaver' }));
    expect(
      await screen.findByRole('menuitem', { name: /Unmute Ada Weaver.*February 1, 2030/ }),
    ).toBeVisible();
  });
});
