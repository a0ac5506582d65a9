import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aFeedPage, aThread, aThreadPage, anId } from '../../testing/threads.ts';
import { closeComposer } from '../../testing/dialogs.tsx';

const main = aThread({ content: 'The main words', repliesCount: 1 });
const replyTo = (parent: Thread, fields: Partial<Thread> = {}) =>
  aThread({
    parentThreadId: parent.id,
    rootThreadId: parent.rootThreadId ?? parent.id,
    threadLevel: Math.min(5, parent.threadLevel + 1),
    threadType: 'reply',
    ...fields,
  });

/** Responds with the thread, with the pages of its replies, and with other threads. */
function givenThreads(thread: Thread, pages: Thread[][] = [[]], others: Thread[] = []) {
  const known = new Map([thread, ...pages.flat(), ...others].map((one) => [one.id, one]));
  const requests: string[] = [];
  const getAncestors = ({ parentThreadId }: Thread): (Thread | null)[] => {
    const parent = known.get(parentThreadId ?? '');
    return parent ? [...getAncestors(parent), parent] : [];
  };
  server.use(
    mockRoute(routes.listAncestors, () => getAncestors(thread)),
    mockRoute(routes.getThread, ({ url }) => {
      const found = known.get(url.split('/').at(-1) ?? '');
      return found ?? errorResponse({ status: 404, code: 'not_found' });
    }),
    mockRoute(routes.listReplies, ({ url }) => {
      const { searchParams } = new URL(url);
      requests.push(searchParams.toString());
      const index = Number(searchParams.get('cursor') ?? 0);
      const isLast = index + 1 >= pages.length;
      const page = aThreadPage(pages[index] ?? [], isLast ? null : String(index + 1));
      return { ...page, totalElements: pages.flat().length, hiddenCount: 0 };
    }),
  );
  return requests;
}

const open = ({ id }: Thread) => renderApp(`/thread/${id}`);
const replies = () => screen.findByRole('feed', { name: 'Replies' });

beforeEach(() => {
  const user = givenSession();
  server.use(mockRoute(routes.getCurrentUser, () => user));
});

describe('the states of a thread page', () => {
  it('shows skeletons, then the thread and the empty state of replies', async () => {
    givenThreads(main);
    open(main);
    await screen.findByText('Loading thread...');
    expect(await screen.findByText('The main words')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: '0 Replies' })).toBeInTheDocument();
    expect(await screen.findByText('No replies yet.')).toBeInTheDocument();
    expect(await screen.findByText('Reply to Ada Weaver...')).toBeInTheDocument();
  });

  it.each([aThread().id, 'no-id-at-all'])(
    'offers to go to the feed for the missing thread %s',
    async (id) => {
      givenThreads(main);
      server.use(mockRoute(routes.listFeed, () => aFeedPage([])));
      const user = renderApp(`/thread/${id}`);
      expect(await screen.findByText('Thread not found')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Back to Feed' }));
      await waitFor(() => expect(window.location.pathname).toBe('/feed'));
    },
  );

  it('offers to try again when the thread cannot be loaded', async () => {
    server.use(mockRoute(routes.getThread, () => errorResponse({ status: 400 })));
    const user = open(main);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenThreads(main);
    await user.click(retry);
    expect(await screen.findByText('The main words')).toBeInTheDocument();
  });

  it('offers to try again when only the replies cannot be loaded', async () => {
    givenThreads(main, [[replyTo(main, { content: 'An answer' })]]);
    server.use(mockRoute(routes.listReplies, () => errorResponse({ status: 400 })));
    const user = open(main);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('The main words')).toBeInTheDocument();
    givenThreads(main, [[replyTo(main, { content: 'An answer' })]]);
    await user.click(retry);
    expect(await screen.findByText('An answer')).toBeInTheDocument();
  });

  it('opens the edit history', async () => {
    const edited = { ...main, editedAt: '2026-11-20T11:00:00.000Z' };
    givenThreads(edited, [[]]);
    server.use(
      mockRoute(routes.listThreadHistory, () => [
        {
          id: anId(),
          content: 'Its first words',
          contentWarning: null,
          replacedAt: '2026-11-20T11:00:00.000Z',
        },
      ]),
    );
    const user = open(edited);
    await user.click(await screen.findByRole('button', { name: 'edited' }));
    expect(await screen.findByText('Its first words')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
  });

  it('opens the reply composer on r without focus on the thread', async () => {
    givenThreads(main, [[]]);
    const user = open(main);
    await screen.findByRole('article');
    await user.keyboard('r');
    expect(await screen.findByRole('dialog', { name: 'Reply' })).toBeVisible();
    closeComposer();
  });

  it('shows the replies to a deleted thread', async () => {
    const deleted = { ...main, isDeleted: true, userName: null, content: '' };
    givenThreads(deleted, [[replyTo(main, { content: 'Still here' })]]);
    open(main);
    expect(await screen.findByText('Still here')).toBeInTheDocument();
    const stub = screen.getByRole('article', { name: 'This post was deleted' });
    expect(within(stub).getByText('Unknown User')).toBeInTheDocument();
    expect(screen.queryByText(/^Reply to/)).not.toBeInTheDocument();
  });
});

it('uses author and excerpt as the document title', async () => {
  givenThreads(main);
  open(main);
  await waitFor(() => expect(document.title).toBe('Ada Weaver: “The main words” · Skein'));
});

describe('the replies of a thread page', () => {
  it('are in the order of the server below the total of all levels', async () => {
    const first = replyTo(main, { content: 'first' });
    const below = replyTo(first, { content: 'below' });
    givenThreads(main, [[first, below, replyTo(main, { content: 'last' })]]);
    open(main);
    const cards = within(await replies()).getAllByRole('article');
    expect(cards.map(({ textContent }) => /first|below|last/.exec(textContent)?.[0])).toEqual([
      'first',
      'below',
      'last',
    ]);
    expect(screen.getByRole('heading', { name: '3 Replies' })).toBeInTheDocument();
  });

  it('show the number of direct replies next to the total', async () => {
    const first = replyTo(main);
    givenThreads(main, [[first, replyTo(first)]]);
    open(main);
    expect(await screen.findByRole('heading', { name: '2 Replies' })).toBeInTheDocument();
    expect(screen.getByText('1 direct')).toBeInTheDocument();
  });

  it('are counted even if the viewer may not see them', async () => {
    givenThreads(main);
    server.use(
      mockRoute(routes.listReplies, () => ({
        ...aThreadPage([]),
        totalElements: 1,
        hiddenCount: 0,
      })),
    );
    open(main);
    expect(await screen.findByRole('heading', { name: '1 Reply' })).toBeInTheDocument();
    expect(await screen.findByText("This reply isn't available to you.")).toBeInTheDocument();
    expect(screen.queryByText('No replies yet.')).not.toBeInTheDocument();
  });

  it('are loaded page by page', async () => {
    const { intersect } = stubIntersectionObserver();
    const requests = givenThreads(main, [
      [replyTo(main, { content: 'first' })],
      [replyTo(main, { content: 'last' })],
    ]);
    open(main);
    await screen.findByText('Scroll to load more...');
    intersect();
    expect(await screen.findByText('last')).toBeInTheDocument();
    expect(requests).toEqual(['size=100', 'size=100&cursor=1']);
  });

  it('show placeholders for deleted and hidden threads', async () => {
    const stub = replyTo(main, { isDeleted: true, userName: null, content: '', repliesCount: 1 });
    const unseen = replyTo(main);
    givenThreads(main, [[stub, replyTo(stub), replyTo(unseen)]]);
    open(main);
    const cards = within(await replies()).getAllByRole('article');
    expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual([
      'This post was deleted',
      'Thread by Ada Weaver',
      'This post is unavailable',
      'Thread by Ada Weaver',
    ]);
  });
});

describe('the chain above a reply', () => {
  /** A chain of threads that reply to one another. */
  function aChain(length: number): Thread[] {
    const chain = [aThread({ content: 'Post 1' })];
    while (chain.length < length) {
      const parent = chain.at(-1) ?? main;
      chain.push(replyTo(parent, { content: `Post ${chain.length + 1}` }));
    }
    return chain;
  }
  const shownTexts = (section: HTMLElement) =>
    within(section)
      .getAllByRole('article')
      .map((card) => /Post \d+/.exec(card.textContent)?.[0] ?? card.textContent);

  it('is shown from the root to the parent', async () => {
    const [reply = main, ...above] = aChain(4).toReversed();
    givenThreads(reply, [[]], above);
    open(reply);
    const section = await screen.findByRole('region', { name: 'Posts above this reply' });
    await within(section).findByText('Post 1');
    expect(shownTexts(section)).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(within(section).queryByRole('button', { name: /more post/ })).not.toBeInTheDocument();
  });

  it('is collapsed in the middle if it is long, and stays expanded after going back', async () => {
    const [reply = main, ...above] = aChain(8).toReversed();
    givenThreads(reply, [[]], above);
    const user = open(reply);
    const section = await screen.findByRole('region', { name: 'Posts above this reply' });
    const expand = await within(section).findByRole('button', { name: 'Show 3 more posts' });
    expect(shownTexts(section)).toEqual(['Post 1', 'Post 5', 'Post 6', 'Post 7']);
    await user.click(expand);
    expect(within(section).getAllByRole('article')[1]).toHaveFocus();
    const all = [1, 2, 3, 4, 5, 6, 7].map((number) => `Post ${number}`);
    expect(shownTexts(section)).toEqual(all);

    await user.click(within(section).getByText('Post 3'));
    await waitFor(() => expect(window.location.pathname).toBe(`/thread/${above[4]?.id}`));
    act(() => window.history.back());
    await waitFor(() => expect(window.location.pathname).toBe(`/thread/${reply.id}`));
    await waitFor(async () =>
      expect(
        shownTexts(await screen.findByRole('region', { name: 'Posts above this reply' })),
      ).toEqual(all),
    );
  });

  it('shows placeholders for deleted and hidden threads', async () => {
    const [reply = main, ...above] = aChain(4).toReversed();
    givenThreads(reply, [[]], above);
    server.use(
      mockRoute(routes.listAncestors, () => [
        above[2] ?? null,
        null,
        replyTo(main, { isDeleted: true, content: '' }),
      ]),
    );
    open(reply);
    const section = await screen.findByRole('region', { name: 'Posts above this reply' });
    await within(section).findByText('Post 1');
    expect(
      within(section)
        .getAllByRole('article')
        .map((card) => card.getAttribute('aria-label')),
    ).toEqual(['Thread by Ada Weaver', 'This post is unavailable', 'This post was deleted']);
  });

  it('links to earlier posts if it does not start at the root', async () => {
    const [reply = main, ...above] = aChain(4).toReversed();
    givenThreads(reply, [[]], above);
    server.use(mockRoute(routes.listAncestors, () => above.slice(0, 2).toReversed()));
    open(reply);
    const link = await screen.findByRole('link', { name: 'Show earlier posts' });
    expect(link).toHaveAttribute('href', `/thread/${above[1]?.id}`);
  });
});

describe('the reply parent banner', () => {
  const parent = aThread({ userEmail: 'ben@skein.test', userName: 'Ben' });
  const reply = replyTo(parent, {
    content: 'My answer',
    hashtags: ['wool', 'loom', 'dye', 'warp'],
    replyingTo: { id: anId(), username: 'ben', name: 'Ben' },
  });

  it('links to the reply parent and shows two hashtags and the number of others', async () => {
    givenThreads(reply, [[]], [parent]);
    const user = open(reply);
    const banner = await screen.findByRole('link', { name: /Reply to @ben/ });
    expect(banner).toHaveTextContent('Thread');
    expect(banner).toHaveTextContent('#wool');
    expect(banner).toHaveTextContent('#loom');
    expect(banner).not.toHaveTextContent('#dye');
    expect(banner).toHaveTextContent('+2');
    await user.click(banner);
    await waitFor(() => expect(window.location.pathname).toBe(`/thread/${parent.id}`));
  });

  it('says that the parent is unavailable if it was deleted', async () => {
    const orphan = { ...reply, replyingTo: null };
    givenThreads(orphan);
    open(orphan);
    expect(await screen.findByText('Reply to an unavailable post')).toBeInTheDocument();
  });

  it('is not shown above a root', async () => {
    givenThreads(main);
    open(main);
    await screen.findByText('The main words');
    expect(screen.queryByText(/Reply to @/)).not.toBeInTheDocument();
  });
});

it('shows the cached thread from the feed at once', async () => {
  let respond = () => undefined as void;
  givenThreads(main, [[replyTo(main, { content: 'An answer' })]]);
  server.use(
    mockRoute(routes.listFeed, () => aFeedPage([main])),
    mockRoute(
      routes.getThread,
      () => new Promise((resolve) => (respond = () => resolve({ ...main, likesCount: 7 }))),
    ),
  );
  renderApp('/feed');
  await screen.findByText('The main words');
  act(() => {
    window.history.pushState({ idx: 1, key: 'thread' }, '', `/thread/${main.id}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(await screen.findByRole('heading', { name: 'Thread' })).toBeInTheDocument();
  expect(screen.getByText('The main words')).toBeInTheDocument();
  respond();
});
