import * as routes from '@skein/contracts/routes';
import type { ImportedPost } from '@skein/contracts/imports';
import type { SavedDraft } from '@skein/contracts/threads';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { errorResponse, mockRoute, server } from '../../testing/api.ts';
import { anImportedPost } from '../../testing/imports.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { givenSession } from '../../testing/session.ts';
import { anId } from '../../testing/threads.ts';

let posts: ImportedPost[];

const mockList = () =>
  mockRoute(routes.listImportedPosts, () => ({
    content: posts,
    page: 0,
    size: 20,
    last: true,
    nextCursor: null,
  }));

beforeEach(() => {
  const user = givenSession();
  server.use(
    mockRoute(routes.getCurrentUser, () => user),
    mockList(),
  );
});

it('lists posts with the original, the date and what was left out', async () => {
  posts = [
    anImportedPost({ parts: ['One', 'Two'], isReply: true, filesCount: 2, isShortened: true }),
    anImportedPost({ contentWarning: 'Spoilers', url: null }),
  ];
  renderApp('/imported-posts');
  const item = (await screen.findByText(/^One/)).closest('li');
  expect(item).toHaveTextContent('Reply · 2 parts · 2 files left out · Shortened');
  const links = screen.getAllByRole('link', { name: /original post/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://mastodon.example/@ada/1',
  ]);
  expect(screen.getByText('Spoilers')).toBeVisible();
});

it('shows the empty state, and offers to try again after an error', async () => {
  posts = [];
  server.use(mockRoute(routes.listImportedPosts, () => errorResponse({ status: 500 })));
  const user = renderApp('/imported-posts');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(mockList());
  await user.click(retry);
  expect(await screen.findByText(/^No imported posts/)).toBeVisible();
});

it('moves a post to the drafts and opens it', async () => {
  posts = [anImportedPost({ parts: ['First part', 'Second part'], contentWarning: 'Spoilers' })];
  const sent: FormData[] = [];
  server.use(
    mockRoute(routes.createDraft, async (request) => {
      sent.push(await request.formData());
      return aDraft(['First part', 'Second part']);
    }),
    mockRoute(routes.deleteImportedPost, () => {
      posts = [];
      return { success: true, message: '' };
    }),
  );
  const user = renderApp('/imported-posts');
  await user.click(await screen.findByRole('button', { name: /^Edit as draft/ }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByDisplayValue('First part')).toBeVisible();
  expect(await within(dialog).findByDisplayValue('Second part')).toBeVisible();
  const [form] = sent;
  expect(form?.get('contentWarning')).toBe('Spoilers');
  expect(
    form?.getAll('parts').map((part) => typeof part === 'string' && (JSON.parse(part) as unknown)),
  ).toEqual([
    { content: 'First part', media: [] },
    { content: 'Second part', media: [] },
  ]);
  expect(await screen.findByText(/^No imported posts/)).toBeInTheDocument();
});

it('keeps a post that cannot become a draft', async () => {
  posts = [anImportedPost()];
  const message = 'You can keep up to 100 drafts.';
  server.use(
    mockRoute(routes.createDraft, () => errorResponse({ status: 409, code: 'conflict', message })),
  );
  const user = renderApp('/imported-posts');
  await user.click(await screen.findByRole('button', { name: /^Edit as draft/ }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText('An old post')).toBeVisible();
});

it('deletes one post, and all after a confirmation', async () => {
  posts = [anImportedPost(), anImportedPost({ parts: ['Another'] })];
  server.use(
    mockRoute(routes.deleteImportedPost, () => {
      posts = posts.slice(1);
      return { success: true, message: '' };
    }),
    mockRoute(routes.deleteImportedPosts, () => {
      posts = [];
      return { success: true, message: '' };
    }),
  );
  const user = renderApp('/imported-posts');
  await user.click(
    await screen.findByRole('button', { name: 'Delete the imported post “An old post”' }),
  );
  expect(await screen.findByText('Imported post deleted')).toBeVisible();
  expect(screen.queryByText('An old post')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Delete all' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete all imported posts?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete all' }));
  expect(await screen.findByText(/^No imported posts/)).toBeVisible();
});

function aDraft(texts: string[]): SavedDraft {
  return {
    id: anId(),
    version: 1,
    topic: '',
    parts: texts.map((content) => ({ content, media: [] })),
    contentWarning: 'Spoilers',
    isSensitive: false,
    replyPermission: 'ANYONE',
    audience: null,
    language: null,
    poll: null,
    parentThreadId: null,
    quotedThreadId: null,
    scheduledAt: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  };
}
