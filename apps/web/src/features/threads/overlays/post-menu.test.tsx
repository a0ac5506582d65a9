import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import type { Profile } from '@skein/contracts/users';
import { Toasts } from '../../../ui/toasts.tsx';
import { givenFederation } from '../../../testing/federation.ts';
import { mockRoute, networkFailure, server } from '../../../testing/api.ts';
import { renderCard } from '../../../testing/render-card.tsx';
import { givenSession } from '../../../testing/session.ts';
import { aProfile } from '../../../testing/users.ts';
import { aQuotedThread, aThread, anId } from '../../../testing/threads.ts';
import type { CardScreen } from './card-overlay.ts';
import { composerRequest, reportRequest } from '../../../testing/dialogs.tsx';

function showMine(
  fields: Partial<Thread> = {},
  on?: CardScreen,
  pinnedThreadId: string | null = null,
) {
  const { id } = givenSession();
  server.use(mockRoute(routes.getProfile, () => aProfile({ id, pinnedThreadId })));
  render(<Toasts />);
  return renderCard({ userId: id, ...fields }, on);
}

/** A thread of Ada Weaver, whose relationship to the viewer is given, and the requests about her. */
function showOther(relation: Partial<Profile> = {}) {
  givenSession();
  const sent: string[] = [];
  const done = { success: true, message: '' } as const;
  const record = ({ method, url }: Request) => {
    sent.push(`${method} ${url.split('/').at(-1)}`);
    return done;
  };
  server.use(
    mockRoute(routes.getProfile, ({ url }) =>
      aProfile({ id: url.split('/').at(-1) ?? '', name: 'Ada Weaver', ...relation }),
    ),
    mockRoute(routes.followUser, (request) => ({
      ...record(request),
      status: 'APPROVED',
      isFollowing: true,
      followRequestStatus: null,
    })),
    mockRoute(routes.unfollowUser, record),
    mockRoute(routes.muteUser, (request) => ({
      ...record(request),
      isMuted: true,
    })),
    mockRoute(routes.blockUser, (request) => ({
      ...record(request),
      isBlocked: true,
    })),
  );
  render(<Toasts />);
  return { ...renderCard(), sent };
}

async function choose(user: ReturnType<typeof renderCard>['user'], name: string) {
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}

const items = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

describe('the post menu', () => {
  it('lets only the author edit and delete', async () => {
    const { user } = showMine();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menu');
    expect(items()).toEqual([
      'Copy link',
      'Send in a message',
      'Copy text',
      'Save to folder',
      'Mute thread',
      'Mute words',
      'Pin to your profile',
      'Who can reply and quote',
      'Edit',
      'Delete',
    ]);
  });

  it('mutes and unmutes the thread', async () => {
    const sent: string[] = [];
    const respond = ({ method }: Request) => {
      sent.push(method);
      return { success: true, message: '' } as const;
    };
    server.use(
      mockRoute(routes.muteThread, (request) => ({
        ...respond(request),
        isMuted: true,
      })),
      mockRoute(routes.unmuteThread, (request) => ({
        ...respond(request),
        isMuted: false,
      })),
    );
    const { user } = showMine();
    await choose(user, 'Mute thread');
    expect(await screen.findByText("You won't be notified about this thread.")).toBeVisible();
    await choose(user, 'Unmute thread');
    expect(await screen.findByText('You will be notified about this thread again.')).toBeVisible();
    expect(sent).toEqual(['POST', 'DELETE']);
  });

  it('offers a quote of a reposted thread, because its button undoes the repost', async () => {
    const { user, thread } = showMine({ isReposted: true });
    await choose(user, 'Quote');
    await waitFor(() => expect(composerRequest()).toEqual({ kind: 'quote', thread }));
  });

  it('lets other users follow, mute, block and report', async () => {
    const { user, thread } = showOther();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findByRole('menu');
    expect(items()).toEqual([
      'Copy link',
      'Send in a message',
      'Copy text',
      'Save to folder',
      'Mute thread',
      'Mute words',
      'Follow Ada Weaver',
      'Mute Ada Weaver',
      'Block Ada Weaver',
      'Report',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Report' }));
    await waitFor(() =>
      expect(reportRequest()).toMatchObject({ targetType: 'thread', targetId: thread.id }),
    );
  });

  it.each([
    [{}, 'Follow Ada Weaver', 'POST', 'You are now following Ada Weaver.'],
    [{ isFollowing: true }, 'Unfollow Ada Weaver', 'DELETE', 'You have unfollowed this user.'],
  ])('follows or unfollows the author: %j', async (relation, entry, method, text) => {
    const { user, sent } = showOther(relation);
    await choose(user, entry);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(sent).toEqual([`${method} ${method === 'POST' ? 'follow-request' : 'follow'}`]);
  });

  it('withdraws a follow request', async () => {
    const { user, sent } = showOther({ isPrivate: true, followRequestStatus: 'PENDING' });
    await choose(user, 'Withdraw the request to Ada Weaver');
    await waitFor(() => expect(sent).toEqual(['DELETE follow']));
  });

  it('mutes the author, and loads the lists again', async () => {
    const { user, sent, client } = showOther();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    await choose(user, 'Mute Ada Weaver');
    expect(await screen.findByText(/Ada Weaver is muted/)).toBeInTheDocument();
    expect(sent).toEqual(['POST mute']);
    expect(invalidate).toHaveBeenCalledWith({ queryKey: ['threads'] });
  });

  it('blocks the author after confirmation', async () => {
    const { user, sent } = showOther();
    await choose(user, 'Block Ada Weaver');
    const dialog = await screen.findByRole('alertdialog', { name: 'Block Ada Weaver?' });
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('Ada Weaver is blocked.')).toBeInTheDocument();
    expect(sent).toEqual(['POST block']);
  });

  it('opens the list of those who like the thread', async () => {
    const { user, thread } = showMine({ likesCount: 1 });
    await choose(user, 'Show activity');
    await waitFor(() =>
      expect(screen.getByLabelText('Address')).toHaveTextContent(`/thread/${thread.id}/likes`),
    );
  });

  it('copies the text', async () => {
    const { user } = showMine({ content: 'The very words #wool' });
    await choose(user, 'Copy text');
    expect(await screen.findByText('Text copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('The very words #wool');
  });

  it('opens the parent of a reply', async () => {
    const parentThreadId = anId();
    const { user } = showMine({ parentThreadId, threadLevel: 1, threadType: 'reply' });
    await choose(user, 'Show parent');
    await waitFor(() =>
      expect(screen.getByLabelText('Address')).toHaveTextContent(`/thread/${parentThreadId}`),
    );
  });

  it('copies the link', async () => {
    const { user, thread } = showMine();
    await choose(user, 'Copy link');
    expect(await screen.findByText('Link copied')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/thread/${thread.id}`);
  });
});

describe('the share button', () => {
  it('opens the native share sheet on phones', async () => {
    const { user, thread } = showMine();
    const share = vi.fn<(data: ShareData) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
    const coarse = Object.assign(window.matchMedia(''), { matches: true });
    vi.spyOn(window, 'matchMedia').mockReturnValue(coarse);
    await user.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(share).toHaveBeenCalledOnce());
    expect(share.mock.lastCall?.[0].url).toBe(`${location.origin}/thread/${thread.id}`);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    vi.unstubAllGlobals();
  });

  it('opens a menu to copy the link on other devices', async () => {
    const { user } = showMine();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeInTheDocument();
  });
});

describe('deleting a thread', () => {
  type Reply = () => { success: true; message: string } | Response;
  const givenDeletion = (reply: Reply) => {
    const called = vi.fn<Reply>(reply);
    server.use(mockRoute(routes.deleteThread, called));
    return called;
  };
  const done = () => ({ success: true, message: '' }) as const;

  const confirm = async (user: ReturnType<typeof renderCard>['user']) => {
    await choose(user, 'Delete');
    const confirmDialog = await screen.findByRole('alertdialog');
    expect(confirmDialog).toHaveTextContent('Are you sure you want to delete this post?');
    await user.click(within(confirmDialog).getByRole('button', { name: 'Delete' }));
  };

  it('asks for confirmation, then removes the thread after the response', async () => {
    givenDeletion(done);
    const { user } = showMine();
    await confirm(user);
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    expect(await screen.findByText('Success')).toBeInTheDocument();
    expect(screen.getByText('Post deleted successfully')).toBeInTheDocument();
  });

  it('says that other servers may keep a copy', async () => {
    givenFederation();
    givenDeletion(done);
    const { user } = showMine();
    await confirm(user);
    expect(
      await screen.findByText('Other servers were asked to delete it. Some may keep a copy.'),
    ).toBeInTheDocument();
  });

  it('does nothing if the user cancels', async () => {
    const called = givenDeletion(done);
    const { user } = showMine();
    await choose(user, 'Delete');
    const confirmDialog = await screen.findByRole('alertdialog');
    await user.click(within(confirmDialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(called).not.toHaveBeenCalled();
    expect(screen.getByRole('article')).toBeInTheDocument();
  });

  it.each([
    ['feed', 'Failed to delete thread. Please try again.'],
    ['my-posts', 'Failed to delete post'],
  ] as const)('reports an error on %s', async (on, message) => {
    givenDeletion(networkFailure);
    const { user } = showMine({}, on);
    await confirm(user);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('article')).toBeInTheDocument();
  });
});

describe('the edit history', () => {
  it('lists the earlier texts', async () => {
    server.use(
      mockRoute(routes.listThreadHistory, () => [
        {
          id: anId(),
          content: 'First words',
          contentWarning: null,
          replacedAt: '2026-11-20T11:00:00.000Z',
        },
      ]),
    );
    const { user } = showMine({ content: 'Last words', editedAt: '2026-11-20T11:00:00.000Z' });
    await choose(user, 'Edit history');
    const dialog = await screen.findByRole('dialog', { name: 'Edit history' });
    expect(await within(dialog).findByText('First words')).toBeInTheDocument();
    expect(within(dialog).getByText('Last words')).toBeInTheDocument();
  });
});

describe('what authors control', () => {
  const done = { success: true, message: '' } as const;

  it('pins a thread, after a confirmation if another one is pinned', async () => {
    const sent: string[] = [];
    server.use(
      mockRoute(routes.pinThread, ({ url }) => {
        sent.push(new URL(url).pathname);
        return done;
      }),
    );
    const { user, thread } = showMine({}, 'feed', anId());
    await user.click(screen.getByRole('button', { name: 'More' }));
    const item = await screen.findByRole('menuitem', { name: 'Pin to your profile' });
    await waitFor(() => expect(item).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(item);
    const dialog = await screen.findByRole('alertdialog', { name: 'Replace the pinned thread?' });
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Replace' }));
    expect(await screen.findByText('Pinned to your profile')).toBeInTheDocument();
    expect(sent).toEqual([`/api/threads/${thread.id}/pin`]);
  });

  it('changes who can reply', async () => {
    const sent: unknown[] = [];
    server.use(
      mockRoute(routes.setReplyPermission, async (request) => {
        sent.push(await request.json());
        return aThread();
      }),
    );
    const { user } = showMine();
    await choose(user, 'Who can reply and quote');
    const dialog = await screen.findByRole('dialog', { name: 'Who can reply and quote' });
    expect(within(dialog).getByRole('radio', { name: 'Anyone' })).toBeChecked();
    await user.click(within(dialog).getByRole('radio', { name: 'Your followers' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved who can reply and quote')).toBeInTheDocument();
    expect(sent).toEqual([{ replyPermission: 'FOLLOWERS' }]);
  });

  it('hides a reply of another user to an own thread', async () => {
    server.use(
      mockRoute(routes.getProfile, () => aProfile()),
      mockRoute(routes.hideReply, () => aThread()),
    );
    givenSession();
    render(<Toasts />);
    const { user } = renderCard({ canHide: true, threadType: 'reply', threadLevel: 1 });
    await choose(user, 'Hide reply');
    expect(await screen.findByText('Reply moved to the hidden replies')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Show reply again' })).toBeInTheDocument();
  });

  it('removes an own thread from a quote, after a confirmation', async () => {
    server.use(
      mockRoute(routes.getProfile, () => aProfile()),
      mockRoute(routes.detachQuote, () => aThread()),
    );
    const viewer = givenSession();
    render(<Toasts />);
    const quotedThread = aQuotedThread({ userId: viewer.id, content: 'My words' });
    const { user } = renderCard({ threadType: 'quote', quotedThread });
    await choose(user, 'Remove my thread from this quote');
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Quoted thread removed by its author')).toBeInTheDocument();
    expect(screen.queryByText('My words')).not.toBeInTheDocument();
  });
});
