import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../i18n/index.ts';
import { mockRoute, server } from '../../testing/api.ts';
import { stubEventSource } from '../../testing/live.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aNotification } from '../../testing/notifications.ts';
import { aFeedPage, aQuotedThread, aThread, aThreadPage } from '../../testing/threads.ts';

const quotedThread = aQuotedThread({ content: 'The quoted words' });
const quote = aThread({ content: 'The quote', threadType: 'quote', quotedThread });
const other = aThread({ content: 'Another thread' });

let requested: string[];

/** The server's copies of threads. Their requests are recorded. */
function givenThreads(...threads: Thread[]) {
  server.use(
    mockRoute(routes.getThread, ({ url }) => {
      const id = url.split('/').at(-1) ?? '';
      requested.push(id);
      return threads.find((thread) => thread.id === id) ?? other;
    }),
  );
}

beforeEach(() => {
  requested = [];
  const user = givenSession();
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockRoute(routes.listFeed, () => aFeedPage([quote, other])),
    mockRoute(routes.listAncestors, () => []),
    mockRoute(routes.listReplies, () => ({
      ...aThreadPage([]),
      totalElements: 0,
      hiddenCount: 0,
    })),
  );
  givenThreads(quote, other);
});

/** Opens a path. The returned function reports changes of threads. */
async function open(path: string) {
  const stream = stubEventSource();
  // The delay is 2% of its maximum, which is five seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0.02);
  const user = renderApp(path);
  await waitFor(() => expect(stream.urls()).toHaveLength(1));
  const change = (...ids: string[]) =>
    act(() => ids.forEach((threadId) => stream.send('threadChanged', { threadId })));
  return { user, change, stream };
}

it('shows that the author of the quoted thread has removed it', async () => {
  const { change } = await open(`/thread/${quote.id}`);
  expect(await screen.findByText('The quoted words')).toBeInTheDocument();
  givenThreads({ ...quote, quotedThread: null, quoteState: 'revoked' });
  change(quote.id);
  expect(await screen.findByText(t('thread.detached'))).toBeInTheDocument();
  expect(screen.queryByText('The quoted words')).not.toBeInTheDocument();
});

it('shows edits of the quoted thread', async () => {
  const { change } = await open(`/thread/${quote.id}`);
  expect(await screen.findByText('The quoted words')).toBeInTheDocument();
  givenThreads({ ...quote, quotedThread: { ...quotedThread, content: 'Edited words' } });
  change(quotedThread.id);
  expect(await screen.findByText('Edited words')).toBeInTheDocument();
});

it('loads an open thread once after several changes', async () => {
  const { change } = await open(`/thread/${quote.id}`);
  await waitFor(() => expect(requested).toEqual([quote.id]));
  givenThreads({ ...quote, content: 'Edited once' });
  change(quote.id, quotedThread.id, quote.id);
  expect(requested).toEqual([quote.id]);
  expect(await screen.findByText('Edited once')).toBeInTheDocument();
  expect(requested).toEqual([quote.id, quote.id]);
  givenThreads({ ...quote, content: 'Edited twice' });
  change(quote.id);
  expect(await screen.findByText('Edited twice')).toBeInTheDocument();
  expect(requested).toHaveLength(3);
});

it('loads no thread that is only in a feed', async () => {
  const { user, change } = await open('/feed');
  expect(await screen.findByText('The quote')).toBeInTheDocument();
  change(quote.id, other.id);
  await user.click(screen.getByText('The quote'));
  await waitFor(() => expect(requested).toEqual([quote.id]));
  change(other.id, quote.id);
  await waitFor(() => expect(requested).toEqual([quote.id, quote.id]));
});

it('shows replies that arrive behind a pill', async () => {
  const replies = [1, 2].map((number) =>
    aThread({ content: `Reply ${number}`, parentThreadId: other.id, threadLevel: 1 }),
  );
  const serve = (...shown: Thread[]) =>
    server.use(
      mockRoute(routes.listReplies, () => ({
        ...aThreadPage(shown),
        totalElements: shown.length,
        hiddenCount: 0,
      })),
    );
  serve(...replies.slice(0, 1));
  const { user, stream } = await open(`/thread/${other.id}`);
  expect(await screen.findByRole('heading', { name: '1 Reply' })).toBeInTheDocument();
  serve(...replies);
  const notification = aNotification({ type: 'reply' });
  act(() => stream.send('notification', { unreadCount: 1, notification }));
  const pill = await screen.findByRole('button', { name: '1 new reply' });
  expect(screen.queryByText('Reply 2')).not.toBeInTheDocument();
  await user.click(pill);
  expect(await screen.findByText('Reply 2')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: '2 Replies' })).toBeInTheDocument();
  await waitFor(() => expect(pill).not.toBeInTheDocument());
});

it('shows likes of another window of the viewer', async () => {
  const { stream } = await open('/feed');
  const card = (await screen.findByText('Another thread')).closest('article') ?? document.body;
  const change = { isLiked: true, likesCount: 3 };
  act(() => stream.send('engagement', { threadId: other.id, change }));
  const like = await within(card).findByRole('button', { name: 'Like, 3 likes' });
  expect(like).toHaveAttribute('aria-pressed', 'true');
});
