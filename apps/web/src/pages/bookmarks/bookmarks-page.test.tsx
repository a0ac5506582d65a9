import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { mockRoute, errorResponse, server } from '../../testing/api.ts';
import { stubIntersectionObserver } from '../../testing/intersection.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { aThread, aThreadPage, anId } from '../../testing/threads.ts';

beforeEach(() => {
  const user = givenSession();
  server.use(mockRoute(routes.getCurrentUser, () => user));
});

function givenBookmarks(pages: Thread[][]): void {
  server.use(
    mockRoute(routes.listBookmarkedThreads, ({ url }) => {
      const index = Number(new URL(url).searchParams.get('cursor') ?? 0);
      const isLast = index + 1 >= pages.length;
      return aThreadPage(pages[index] ?? [], isLast ? null : String(index + 1));
    }),
  );
}

it('lists the bookmarks page by page', async () => {
  const { intersectListEnd } = stubIntersectionObserver();
  givenBookmarks([[aThread({ content: 'one' })], [aThread({ content: 'two' })]]);
  renderApp('/bookmarks');
  await screen.findByText('Loading bookmarks...');
  expect(await screen.findByRole('heading', { name: 'Bookmarks' })).toBeInTheDocument();
  expect(await screen.findByText('one')).toBeInTheDocument();
  await intersectListEnd();
  expect(await screen.findByText('two')).toBeInTheDocument();
});

it('searches the bookmarks', async () => {
  givenBookmarks([[aThread({ content: 'one' })]]);
  const searches: string[] = [];
  server.use(
    mockRoute(routes.searchThreads, ({ url }) => {
      searches.push(new URL(url).searchParams.get('q') ?? '');
      return { ...aThreadPage([]), content: [], totalElements: 0 };
    }),
  );
  const user = renderApp('/bookmarks');
  await user.type(
    await screen.findByRole('searchbox', { name: 'Search your bookmarks' }),
    ' wool {Enter}',
  );
  expect(await screen.findByDisplayValue('in:bookmarks wool')).toBeVisible();
  await waitFor(() => expect(searches).toEqual(['in:bookmarks wool']));
});

it('shows the empty state without bookmarks', async () => {
  givenBookmarks([[]]);
  renderApp('/bookmarks');
  const words = 'No bookmarks yet. Start bookmarking some threads!';
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it('offers to try again when the list cannot be loaded', async () => {
  server.use(mockRoute(routes.listBookmarkedThreads, () => errorResponse({ status: 400 })));
  const user = renderApp('/bookmarks');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  givenBookmarks([[aThread({ content: 'one' })]]);
  await user.click(retry);
  expect(await screen.findByText('one')).toBeInTheDocument();
});

it('shows the bookmarks in a folder, searches them, and moves one to a new folder', async () => {
  const createdAt = '2026-11-20T10:00:00.000Z';
  const folders = [{ id: anId(), name: 'Read later', createdAt }];
  const moves: unknown[] = [];
  const created = { id: anId(), name: 'Weekend', createdAt };
  server.use(
    mockRoute(routes.listBookmarkFolders, () => folders),
    mockRoute(routes.createBookmarkFolder, () => {
      folders.push(created);
      return created;
    }),
    mockRoute(routes.listBookmarkFolderThreads, () =>
      aThreadPage([aThread({ content: 'In the folder', isBookmarked: true })]),
    ),
    mockRoute(routes.searchThreads, () => ({
      ...aThreadPage([]),
      content: [],
      totalElements: 0,
    })),
    mockRoute(routes.getBookmark, () => ({
      isBookmarked: true,
      folderId: folders[0]?.id ?? null,
    })),
    mockRoute(routes.saveBookmark, async (request) => {
      const { folderId } = (await request.json()) as { folderId: string };
      moves.push(folderId);
      return { success: true, message: '', isBookmarked: true, folderId };
    }),
  );
  givenBookmarks([[aThread({ content: 'one' })]]);
  const user = renderApp('/bookmarks');
  await user.click(await screen.findByRole('link', { name: 'Read later' }));
  expect(await screen.findByText('In the folder')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Read later' })).toBeVisible();

  fireEvent.contextMenu(screen.getByRole('button', { name: 'Bookmark' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save to folder' }));
  expect(await dialog.findByRole('button', { name: 'Read later' })).toBePressed();
  await user.type(dialog.getByRole('textbox', { name: 'New folder' }), 'Weekend');
  await user.click(dialog.getByRole('button', { name: 'Create folder' }));
  expect(await screen.findByText('Saved to Weekend')).toBeVisible();
  expect(moves).toEqual([created.id]);
  expect(await screen.findByRole('link', { name: 'Weekend' })).toBeVisible();

  await user.type(screen.getByRole('searchbox', { name: 'Search in Read later' }), 'wool{Enter}');
  expect(await screen.findByDisplayValue('folder:"Read later" wool')).toBeVisible();
});

it('shows all bookmarks after the shown folder is deleted', async () => {
  const folder = { id: anId(), name: 'Read later', createdAt: '2026-11-20T10:00:00.000Z' };
  let folders = [folder];
  server.use(
    mockRoute(routes.listBookmarkFolders, () => folders),
    mockRoute(routes.listBookmarkFolderThreads, () => aThreadPage([])),
    mockRoute(routes.deleteBookmarkFolder, () => {
      folders = [];
      return { success: true, message: '' };
    }),
  );
  givenBookmarks([[aThread({ content: 'one' })]]);
  const user = renderApp(`/bookmarks/${folder.id}`);
  expect(await screen.findByRole('heading', { name: 'Read later' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Manage folders' }));
  await user.click(await screen.findByRole('button', { name: /^Delete .*Read later/ }));
  await user.click(await screen.findByRole('button', { name: 'Delete folder' }));
  expect(await screen.findByText('one')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Bookmarks' })).toBeVisible();
  expect(screen.queryByText("This folder doesn't exist")).not.toBeInTheDocument();
});
