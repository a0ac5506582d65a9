import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  Thread,
  getThread,
  listFeed,
  listReplies,
  listThreadHistory,
} from '@skein/contracts/threads';
import type { getCurrentUser } from '@skein/contracts/users';
import { closeComposer } from '../../lib/composer-request.ts';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aThread, aThreadPage, anId } from '../../testing/threads.ts';

const main = aThread({ content: 'The main words', repliesCount: 1 });
const replyTo = (parent: Thread, fields: Partial<Thread> = {}) =>
  aThread({
    parentThreadId: parent.id,
    rootThreadId: parent.rootThreadId ?? parent.id,
    threadLevel: Math.min(5, parent.threadLevel + 1),
    threadType: 'reply',
    ...fields,
  });

/** The server knows these threads; those after the first are replies to it, in pages. */
function givenThreads(thread: Thread, pages: Thread[][] = [[]], others: Thread[] = []) {
  const known = new Map([thread, ...pages.flat(), ...others].map((one) => [one.id, one]));
  const asked: string[] = [];
  server.use(
    mockRoute<typeof getThread>('GET', '/threads/{threadId}', ({ url }) => {
      const found = known.get(url.split('/').at(-1) ?? '');
      return found ?? errorResponse({ status: 404, code: 'not_found' });
    }),
    mockRoute<typeof listReplies>('GET', '/threads/{threadId}/replies', ({ url }) => {
      const { searchParams } = new URL(url);
      asked.push(searchParams.toString());
      const index = Number(searchParams.get('cursor') ?? 0);
      const isLast = index + 1 >= pages.length;
      const page = aThreadPage(pages[index] ?? [], isLast ? null : String(index + 1));
      return { ...page, totalElements: pages.flat().length };
    }),
  );
  return asked;
}

const open = ({ id }: Thread) => renderApp(`/thread/${id}`);
const replies = () => screen.findByRole('feed', { name: 'Replies' });

beforeEach(() => {
  const user = givenSession();
  server.use(mockRoute<typeof getCurrentUser>('GET', '/users/me', () => user));
});

describe('states', () => {
  it('shows skeletons, then the thread and that nobody has answered', async () => {
    givenThreads(main);
    open(main);
    expect(await screen.findByText('Loading thread...')).toBeInTheDocument();
    expect(await screen.findByText('The main words')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: '0 Replies' })).toBeInTheDocument();
    expect(screen.getByText('No replies yet.')).toBeInTheDocument();
    expect(screen.getByText('Reply to Ada Weaver...')).toBeInTheDocument();
  });

  it.each([aThread().id, 'no-id-at-all'])('leads back from what is not there: %s', async (id) => {
    givenThreads(main);
    server.use(mockRoute<typeof listFeed>('GET', '/threads', () => aThreadPage([])));
    const user = renderApp(`/thread/${id}`);
    expect(await screen.findByText('Thread not found')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Back to Feed' }));
    await waitFor(() => expect(window.location.pathname).toBe('/feed'));
  });

  it('stays and offers another try when it cannot be loaded', async () => {
    server.use(
      mockRoute<typeof getThread>('GET', '/threads/{threadId}', () =>
        errorResponse({ status: 400 }),
      ),
    );
    const user = open(main);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    givenThreads(main);
    await user.click(retry);
    expect(await screen.findByText('The main words')).toBeInTheDocument();
  });

  it('offers another try for the replies alone', async () => {
    givenThreads(main, [[replyTo(main, { content: 'An answer' })]]);
    server.use(
      mockRoute<typeof listReplies>('GET', '/threads/{threadId}/replies', () =>
        errorResponse({ status: 400 }),
      ),
    );
    const user = open(main);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('The main words')).toBeInTheDocument();
    givenThreads(main, [[replyTo(main, { content: 'An answer' })]]);
    await user.click(retry);
    expect(await screen.findByText('An answer')).toBeInTheDocument();
  });

  it('opens what it said before it was edited', async () => {
    const edited = { ...main, editedAt: '2026-11-20T11:00:00.000Z' };
    givenThreads(edited, [[]]);
    server.use(
      mockRoute<typeof listThreadHistory>('GET', '/threads/{threadId}/history', () => [
        { id: anId(), content: 'Its first words', replacedAt: '2026-11-20T11:00:00.000Z' },
      ]),
    );
    const user = open(edited);
    await user.click(await screen.findByRole('button', { name: 'edited' }));
    expect(await screen.findByText('Its first words')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
  });

  it('answers to r, wherever the focus is', async () => {
    givenThreads(main, [[]]);
    const user = open(main);
    await screen.findByRole('article');
    await user.keyboard('r');
    expect(await screen.findByRole('dialog', { name: 'Reply' })).toBeVisible();
    act(closeComposer);
  });

  it('keeps the replies to a deleted thread', async () => {
    const deleted = { ...main, isDeleted: true, userName: null, content: '' };
    givenThreads(deleted, [[replyTo(main, { content: 'Still here' })]]);
    open(main);
    expect(await screen.findByText('Still here')).toBeInTheDocument();
    const stub = screen.getByRole('article', { name: 'This post was deleted' });
    expect(within(stub).getByText('Unknown User')).toBeInTheDocument();
    expect(screen.queryByText(/^Reply to/)).not.toBeInTheDocument();
  });
});

it('names the tab after the author and the first words', async () => {
  givenThreads(main);
  open(main);
  await waitFor(() => expect(document.title).toBe('Ada Weaver: “The main words” · Skein'));
});

describe('replies', () => {
  it('stand in the order of the server, headed by how many there are on all levels', async () => {
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

  it('are told from those that answer the thread itself, which its card counts', async () => {
    const first = replyTo(main);
    givenThreads(main, [[first, replyTo(first)]]);
    open(main);
    expect(await screen.findByRole('heading', { name: '2 Replies' })).toBeInTheDocument();
    expect(screen.getByText('1 direct')).toBeInTheDocument();
  });

  it('are not denied where the viewer may not see them', async () => {
    givenThreads(main);
    server.use(
      mockRoute<typeof listReplies>('GET', '/threads/{threadId}/replies', () => ({
        ...aThreadPage([]),
        totalElements: 1,
      })),
    );
    open(main);
    expect(await screen.findByRole('heading', { name: '1 Reply' })).toBeInTheDocument();
    expect(screen.getByText('This reply is not available to you.')).toBeInTheDocument();
    expect(screen.queryByText('No replies yet.')).not.toBeInTheDocument();
  });

  it('come page by page', async () => {
    const { reach } = stubIntersectionObserver();
    const asked = givenThreads(main, [
      [replyTo(main, { content: 'first' })],
      [replyTo(main, { content: 'last' })],
    ]);
    open(main);
    await screen.findByText('Scroll to load more...');
    reach();
    expect(await screen.findByText('last')).toBeInTheDocument();
    expect(asked).toEqual(['size=100', 'size=100&cursor=1']);
  });

  it('name the place of what was deleted or is not shown', async () => {
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

describe('banner', () => {
  const parent = aThread({ userEmail: 'ben@skein.test', userName: 'Ben' });
  const reply = replyTo(parent, {
    content: 'My answer',
    hashtags: ['wool', 'loom', 'dye', 'warp'],
  });

  it('names what a reply answers, two tags and how many more, and leads there', async () => {
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

  it('says so when that is not there any more', async () => {
    givenThreads(reply);
    open(reply);
    expect(await screen.findByText('Reply to an unavailable post')).toBeInTheDocument();
  });

  it('has no place above a root', async () => {
    givenThreads(main);
    open(main);
    await screen.findByText('The main words');
    expect(screen.queryByText(/Reply to @/)).not.toBeInTheDocument();
  });
});

it('shows at once what the feed has shown', async () => {
  let respond = () => undefined as void;
  givenThreads(main, [[replyTo(main, { content: 'An answer' })]]);
  server.use(
    mockRoute<typeof listFeed>('GET', '/threads', () => aThreadPage([main])),
    mockRoute<typeof getThread>(
      'GET',
      '/threads/{threadId}',
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
