import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import { Toasts } from '../../../ui/toasts.tsx';
import { mockRoute, networkFailure, errorResponse, server } from '../../../testing/api.ts';
import { renderCard as show } from '../../../testing/render-card.tsx';
import { anId } from '../../../testing/threads.ts';
import { useCardOverlay } from '../overlays/card-overlay.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import { closeComposer, composerRequest } from '../../../testing/dialogs.tsx';

const button = (name: RegExp | string) => screen.getByRole('button', { name });
const findButton = (name: RegExp | string) => screen.findByRole('button', { name });

/** Responds to likes one by one when the test allows it, and records the requests. */
function givenLikes(likesCount: number) {
  const requests: boolean[] = [];
  const waiting: (() => void)[] = [];
  server.use(
    mockRoute(routes.likeThread, async (request) => {
      // The contract defines the shape of the body.
      const { on } = (await request.json()) as { on: boolean };
      requests.push(on);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      return { success: true, message: '', isLiked: on, likesCount: likesCount + Number(on) };
    }),
  );
  const respondNext = async () => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
  return { requests, respondNext };
}

const warn = vi.fn<() => void>();

beforeEach(() => {
  warn.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});

describe('the like button', () => {
  it('updates at once and then shows the count from the server', async () => {
    const { requests, respondNext } = givenLikes(41);
    const { user } = show({ likesCount: 2 });
    await user.click(button('Like, 2 likes'));
    expect(await findButton('Like, 3 likes')).toHaveAttribute('aria-pressed', 'true');
    await respondNext();
    expect(await findButton('Like, 42 likes')).toHaveAttribute('aria-pressed', 'true');
    expect(requests).toEqual([true]);
  });

  it('rolls back after an error without a message', async () => {
    server.use(mockRoute(routes.likeThread, networkFailure));
    const { user } = show({ likesCount: 2 });
    await user.click(button(/^Like/));
    await waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(await findButton('Like, 2 likes')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('stays liked after a double click', async () => {
    const requests: boolean[] = [];
    server.use(
      mockRoute(routes.likeThread, async (request) => {
        // The contract defines the shape of the body.
        const { on } = (await request.json()) as { on: boolean };
        requests.push(on);
        return { success: true, message: '', isLiked: on, likesCount: 2 + Number(on) };
      }),
    );
    const { client, user } = show({ likesCount: 2 });
    await user.dblClick(button(/^Like/));
    // Clicks from the keyboard or from scripts have a `detail` of 0, also for a double click.
    fireEvent.click(button(/^Like/));
    await waitFor(() => expect(requests).toEqual([true]));
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(await findButton('Like, 3 likes')).toHaveAttribute('aria-pressed', 'true');
    expect(requests).toEqual([true]);
  });

  it('sends only the last state if it is toggled repeatedly during a request', async () => {
    const { requests, respondNext } = givenLikes(2);
    const { user } = show({ likesCount: 2 });
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const clickLater = async () => {
      now += 1000;
      await user.click(button(/^Like/));
    };
    await clickLater();
    await waitFor(() => expect(requests).toEqual([true]));
    await clickLater();
    await clickLater();
    await clickLater();
    await respondNext();
    await waitFor(() => expect(requests).toEqual([true, false]));
    await respondNext();
    expect(await findButton('Like, 2 likes')).toHaveAttribute('aria-pressed', 'false');
    expect(requests).toEqual([true, false]);
  });

  it('is triggered by the l key on the card', async () => {
    const { respondNext } = givenLikes(0);
    const { user } = show();
    screen.getByRole('article').focus();
    await user.keyboard('l');
    expect(await findButton('Like, 1 like')).toHaveAttribute('aria-pressed', 'true');
    await respondNext();
  });

  it('refetches the first page of the feed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { respondNext } = givenLikes(0);
    const { user, client } = show();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    await user.click(button(/^Like/));
    await respondNext();
    await vi.advanceTimersByTimeAsync(3000);
    await waitFor(() => expect(invalidate).toHaveBeenCalledOnce());
    expect(invalidate).toHaveBeenCalledWith({ queryKey: threadKeys.feedHeads });
    vi.useRealTimers();
  });
});

describe('the bookmark button', () => {
  it('bookmarks a thread and shows the count to its author', async () => {
    server.use(
      mockRoute(routes.bookmarkThread, () => ({
        success: true,
        message: '',
        isBookmarked: true,
      })),
    );
    const folder = { id: anId(), name: 'Later', createdAt: '2026-11-20T10:00:00.000Z' };
    server.use(mockRoute(routes.listBookmarkFolders, () => [folder]));
    render(<Toasts />);
    const { user } = show({ bookmarksCount: 1 });
    await user.click(button('Bookmark, 1 bookmark'));
    expect(await findButton('Bookmark, 2 bookmarks')).toHaveAttribute('aria-pressed', 'true');

    const overlay = renderHook(useCardOverlay).result;
    expect(await screen.findByText('Saved to bookmarks')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save to folder' }));
    expect(overlay.current).toMatchObject({ kind: 'folder', thread: { isBookmarked: true } });
  });

  it('opens the folders after a long press, and does not bookmark the thread then', () => {
    vi.useFakeTimers();
    show({ bookmarksCount: 1 });
    const overlay = renderHook(useCardOverlay).result;
    const wait = (ms: number) => {
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    };
    const bookmark = button('Bookmark, 1 bookmark');
    const press = { pointerType: 'touch' };
    fireEvent.pointerDown(bookmark, press);
    wait(200);
    // The finger scrolls.
    fireEvent.pointerCancel(bookmark, press);
    wait(1000);
    expect(overlay.current).toBeNull();
    fireEvent.pointerDown(bookmark, press);
    wait(500);
    const opened = overlay.current;
    expect(opened).toMatchObject({ kind: 'folder' });
    fireEvent.contextMenu(bookmark);
    fireEvent.pointerUp(bookmark, press);
    fireEvent.click(bookmark);
    expect(overlay.current).toBe(opened);
    expect(bookmark).toHaveAttribute('aria-pressed', 'false');
    vi.useRealTimers();
  });
});

describe('the repost button', () => {
  const givenReposts = () => {
    const requests: boolean[] = [];
    server.use(
      mockRoute(routes.repostThread, async (request) => {
        // The contract defines the shape of the body.
        const { on } = (await request.json()) as { on: boolean };
        requests.push(on);
        return { success: true, message: '', isReposted: on, repostsCount: on ? 5 : 0 };
      }),
    );
    return requests;
  };

  it('opens the choice between repost and quote', async () => {
    const requests = givenReposts();
    const { user } = show();
    await user.click(button('Repost'));
    await user.click(await screen.findByRole('menuitem', { name: 'Repost' }));
    expect(await findButton('Repost, 5 reposts')).toHaveAttribute('aria-pressed', 'true');
    expect(requests).toEqual([true]);
  });

  it('undoes a repost directly', async () => {
    const requests = givenReposts();
    const { user } = show({ isReposted: true, repostsCount: 1 });
    await user.click(button('Repost, 1 repost'));
    expect(await findButton('Repost')).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(requests).toEqual([false]));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('explains why a quote fails', async () => {
    const { user } = show({ replyPermission: 'FOLLOWERS', canQuote: false });
    await user.click(button('Repost'));
    const quote = await screen.findByRole('menuitem', { name: /^Quote/ });
    expect(quote).toHaveAttribute('aria-disabled', 'true');
    expect(quote).toHaveTextContent('The author limited who can quote this thread.');
  });

  it('is disabled for a thread of a private account', async () => {
    const { user } = show({ canQuote: false, canRepost: false });
    const repost = button("Repost. Threads of private accounts can't be reposted.");
    expect(repost).toHaveAttribute('aria-disabled', 'true');
    await user.click(repost);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('rolls back a repost that the server rejects', async () => {
    server.use(
      mockRoute(routes.repostThread, () => errorResponse({ status: 403, code: 'forbidden' })),
    );
    const { user } = show();
    await user.click(button('Repost'));
    await user.click(await screen.findByRole('menuitem', { name: 'Repost' }));
    await waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(await findButton('Repost')).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('the composer', () => {
  it('opens for a reply with the reply button or the r key', async () => {
    const { user, thread } = show();
    await user.click(button('Reply'));
    expect(composerRequest()).toEqual({ kind: 'reply', thread });
    closeComposer();
    screen.getByRole('article').focus();
    await user.keyboard('r');
    expect(composerRequest()).toEqual({ kind: 'reply', thread });
  });

  it('opens for a quote from the repost menu', async () => {
    const { user, thread } = show();
    await user.click(button('Repost'));
    await user.click(await screen.findByRole('menuitem', { name: 'Quote' }));
    await waitFor(() => expect(composerRequest()).toEqual({ kind: 'quote', thread }));
  });

  it('opens the Repost Thread dialog on My Posts', async () => {
    const { user, thread } = show({}, 'my-posts');
    await user.click(button('Repost'));
    expect(composerRequest()).toEqual({ kind: 'quote', thread, variant: 'my-posts' });
  });
});

describe('the reply button', () => {
  it('explains why a reply fails', () => {
    show({ canReply: false });
    const reply = button('Reply. The author limited who can reply.');
    expect(reply).toHaveAttribute('aria-disabled', 'true');
  });
});
