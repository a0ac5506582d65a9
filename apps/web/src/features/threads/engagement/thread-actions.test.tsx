import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { bookmarkThread, likeThread, repostThread } from '@skein/contracts/engagement';
import { closeComposer, useComposerRequest } from '../../../lib/composer-request.ts';
import { mockRoute, networkFailure, errorResponse, server } from '../../../testing/api.ts';
import { renderCard as show } from '../../../testing/render-card.tsx';
import { threadKeys } from '../cache/thread-keys.ts';

const likePath = '/threads/{threadId}/like';
const button = (name: RegExp | string) => screen.getByRole('button', { name });
const findButton = (name: RegExp | string) => screen.findByRole('button', { name });

/** Answers likes one by one, as the test lets it; remembers what was asked for. */
function givenLikes(likesCount: number) {
  const asked: boolean[] = [];
  const waiting: (() => void)[] = [];
  server.use(
    mockRoute<typeof likeThread>('POST', likePath, async (request) => {
      // What the contract says the body is.
      const { on } = (await request.json()) as { on: boolean };
      asked.push(on);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
      return { success: true, message: '', isLiked: on, likesCount: likesCount + Number(on) };
    }),
  );
  const letThrough = async () => {
    await waitFor(() => expect(waiting).not.toEqual([]));
    waiting.shift()?.();
  };
  return { asked, letThrough };
}

const logged = vi.fn<() => void>();

beforeEach(() => {
  logged.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(logged);
});

describe('like', () => {
  it('is shown at once, and takes over what the server counts', async () => {
    const { asked, letThrough } = givenLikes(41);
    const { user } = show({ likesCount: 2 });
    await user.click(button('Like, 2 likes'));
    expect(await findButton('Like, 3 likes')).toHaveAttribute('aria-pressed', 'true');
    await letThrough();
    expect(await findButton('Like, 42 likes')).toHaveAttribute('aria-pressed', 'true');
    expect(asked).toEqual([true]);
  });

  it('is taken back on failure, with no message', async () => {
    server.use(mockRoute<typeof likeThread>('POST', likePath, networkFailure));
    const { user } = show({ likesCount: 2 });
    await user.click(button(/^Like/));
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(await findButton('Like, 2 likes')).toHaveAttribute('aria-pressed', 'false');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('stays on after a double click', async () => {
    const asked: boolean[] = [];
    server.use(
      mockRoute<typeof likeThread>('POST', likePath, async (request) => {
        // What the contract says the body is.
        const { on } = (await request.json()) as { on: boolean };
        asked.push(on);
        return { success: true, message: '', isLiked: on, likesCount: 2 + Number(on) };
      }),
    );
    const { client, user } = show({ likesCount: 2 });
    await user.dblClick(button(/^Like/));
    // A program, or a keyboard, does not say that its click is the second one.
    fireEvent.click(button(/^Like/));
    await waitFor(() => expect(asked).toEqual([true]));
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(await findButton('Like, 3 likes')).toHaveAttribute('aria-pressed', 'true');
    expect(asked).toEqual([true]);
  });

  it('sends the last wish only, when there were more while one was under way', async () => {
    const { asked, letThrough } = givenLikes(2);
    const { user } = show({ likesCount: 2 });
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const clickLater = async () => {
      now += 1000;
      await user.click(button(/^Like/));
    };
    await clickLater();
    await waitFor(() => expect(asked).toEqual([true]));
    await clickLater();
    await clickLater();
    await clickLater();
    await letThrough();
    await waitFor(() => expect(asked).toEqual([true, false]));
    await letThrough();
    expect(await findButton('Like, 2 likes')).toHaveAttribute('aria-pressed', 'false');
    expect(asked).toEqual([true, false]);
  });

  it('is the key l on the card', async () => {
    const { letThrough } = givenLikes(0);
    const { user } = show();
    screen.getByRole('article').focus();
    await user.keyboard('l');
    expect(await findButton('Like, 1 like')).toHaveAttribute('aria-pressed', 'true');
    await letThrough();
  });

  it('has the first page of the feed read again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { letThrough } = givenLikes(0);
    const { user, client } = show();
    const invalidate = vi.spyOn(client, 'invalidateQueries');
    await user.click(button(/^Like/));
    await letThrough();
    await vi.advanceTimersByTimeAsync(3000);
    await waitFor(() => expect(invalidate).toHaveBeenCalledOnce());
    expect(invalidate).toHaveBeenCalledWith({ queryKey: threadKeys.feedHeads });
    vi.useRealTimers();
  });
});

describe('bookmark', () => {
  it('is set, and counted for the author', async () => {
    server.use(
      mockRoute<typeof bookmarkThread>('POST', '/threads/{threadId}/bookmark', () => ({
        success: true,
        message: '',
        isBookmarked: true,
      })),
    );
    const { user } = show({ bookmarksCount: 1 });
    await user.click(button('Bookmark, 1 bookmark'));
    expect(await findButton('Bookmark, 2 bookmarks')).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('repost', () => {
  const givenReposts = () => {
    const asked: boolean[] = [];
    server.use(
      mockRoute<typeof repostThread>('POST', '/threads/{threadId}/repost', async (request) => {
        // What the contract says the body is.
        const { on } = (await request.json()) as { on: boolean };
        asked.push(on);
        return { success: true, message: '', isReposted: on, repostsCount: on ? 5 : 0 };
      }),
    );
    return asked;
  };

  it('asks first which kind is wanted', async () => {
    const asked = givenReposts();
    const { user } = show();
    await user.click(button('Repost'));
    await user.click(await screen.findByRole('menuitem', { name: 'Repost' }));
    expect(await findButton('Repost, 5 reposts')).toHaveAttribute('aria-pressed', 'true');
    expect(asked).toEqual([true]);
  });

  it('is undone at once', async () => {
    const asked = givenReposts();
    const { user } = show({ isReposted: true, repostsCount: 1 });
    await user.click(button('Repost, 1 repost'));
    expect(await findButton('Repost')).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(asked).toEqual([false]));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('says why a quote is not possible', async () => {
    const { user } = show({ replyPermission: 'FOLLOWERS', canQuote: false });
    await user.click(button('Repost'));
    const quote = await screen.findByRole('menuitem', { name: /^Quote/ });
    expect(quote).toHaveAttribute('aria-disabled', 'true');
    expect(quote).toHaveTextContent('Only people the author has chosen can quote this thread.');
  });

  it('is not offered for the thread of a private account', async () => {
    const { user } = show({ canQuote: false, canRepost: false });
    const repost = button('Repost. Threads of private accounts cannot be reposted.');
    expect(repost).toHaveAttribute('aria-disabled', 'true');
    await user.click(repost);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });

  it('is taken back when the server refuses', async () => {
    server.use(
      mockRoute<typeof repostThread>('POST', '/threads/{threadId}/repost', () =>
        errorResponse({ status: 403, code: 'forbidden' }),
      ),
    );
    const { user } = show();
    await user.click(button('Repost'));
    await user.click(await screen.findByRole('menuitem', { name: 'Repost' }));
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(await findButton('Repost')).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('what is written', () => {
  const asked = () => renderHook(useComposerRequest).result.current;

  beforeEach(closeComposer);

  it('is a reply by its button or the key r', async () => {
    const { user, thread } = show();
    await user.click(button('Reply'));
    expect(asked()).toEqual({ kind: 'reply', thread });
    closeComposer();
    screen.getByRole('article').focus();
    await user.keyboard('r');
    expect(asked()).toEqual({ kind: 'reply', thread });
  });

  it('is a quote by the menu', async () => {
    const { user, thread } = show();
    await user.click(button('Repost'));
    await user.click(await screen.findByRole('menuitem', { name: 'Quote' }));
    await waitFor(() => expect(asked()).toEqual({ kind: 'quote', thread }));
  });

  it('may go with a repost from My Posts, by its own dialog', async () => {
    const { user, thread } = show({}, 'my-posts');
    await user.click(button('Repost'));
    expect(asked()).toEqual({ kind: 'quote', thread, variant: 'my-posts' });
  });
});

describe('reply', () => {
  it('says why it is not possible', () => {
    show({ canReply: false });
    const reply = button('Reply. Only people the author has chosen can reply.');
    expect(reply).toHaveAttribute('aria-disabled', 'true');
  });
});
