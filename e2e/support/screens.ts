import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';
import {
  bookmarkThread,
  createGroup,
  createReport,
  finishSetup,
  followHashtag,
  likeThread,
  pinThread,
  repostThread,
  sendMessage,
  updateProfile,
} from '@skein/client';
import { promoteToAdministrator } from './administrator.ts';
import { createApiClient } from './client.ts';
import {
  createFolder,
  createList,
  follow,
  postThread,
  quoteThread,
  registerUser,
} from './users.ts';
import type { Account } from './users.ts';

export const signedOutScreens = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?token=unknown',
  '/end-sessions#token=unknown',
  '/unsubscribe#token=unknown',
  '/verify-email#token=unknown',
  '/restore-email#token=unknown',
  '/appeal#token=unknown',
  '/terms',
  '/about',
  '/rules',
  '/privacy',
] as const;

/** A user who may see every screen, and the content of the screens. */
export interface SampleContent {
  reader: Account;
  author: Account;
  threadId: string;
  ownThreadId: string;
  /** Another own thread is pinned, and the author quotes `ownThreadId`. */
  quoteId: string;
  /** Every screen for signed-in users, each with content. */
  screens: readonly string[];
}

/** Texts of the sample content, for tests about hostile text. */
export interface SampleTexts {
  thread?: string;
  tag?: string;
  message?: string;
}

/** Creates content for every screen: two users write, reply, like, bookmark, follow and report. */
export async function createSampleContent(
  request: APIRequestContext,
  author: Account,
  {
    thread = 'Words, a #question, and https://example.org',
    tag = 'question',
    message = 'Hello',
  }: SampleTexts = {},
): Promise<SampleContent> {
  const reader = await registerUser(request);
  await promoteToAdministrator(reader);
  await follow(request, reader, author);
  await follow(request, author, reader);
  const byReader = createApiClient(request, reader.token);
  // Otherwise the feed redirects to the setup.
  await finishSetup({ client: byReader });
  const byAuthor = createApiClient(request, author.token);
  const poll = { question: 'Which?', options: ['This', 'That'], durationMinutes: 60 };
  const threadId = await postThread(request, author, thread, { poll });
  await postThread(request, reader, `${thread} @${author.user.username}`, {
    parentThreadId: threadId,
  });
  const ownThreadId = await postThread(request, reader, thread);
  const pinnedId = await postThread(request, reader, thread);
  await pinThread({ client: byReader, path: { threadId: pinnedId } });
  const quoteId = await quoteThread(request, author, ownThreadId);
  await likeThread({ client: byAuthor, path: { threadId: ownThreadId }, body: { on: true } });
  for (const act of [likeThread, bookmarkThread, repostThread]) {
    await act({ client: byReader, path: { threadId }, body: { on: true } });
  }
  const receiverId = reader.user.id;
  await sendMessage({ client: byAuthor, body: { receiverId, content: message } });
  const group = await createGroup({
    client: byReader,
    body: { name: 'Weavers', userIds: [author.user.id] },
  });
  await sendMessage({ client: byAuthor, body: { conversationId: group.id, content: message } });
  await createReport({
    client: byReader,
    body: { targetType: 'thread', targetId: threadId, reason: 'spam', note: message },
  });
  const requester = await registerUser(request);
  await updateProfile({ client: byReader, body: { isPrivate: true } });
  await follow(request, requester, reader);
  await followHashtag({ client: byReader, path: { tag: 'weaving' } });
  await postThread(request, requester, 'Words about #weaving');
  const listId = await createList(request, reader, author);
  const folderId = await createFolder(request, reader, threadId);
  const name = author.user.username;
  const screens = [
    '/feed?feed=all',
    '/feed?feed=following',
    '/lists',
    `/lists/${listId}`,
    `/thread/${threadId}`,
    `/thread/${threadId}/likes`,
    '/search',
    `/search?q=${encodeURIComponent(thread.split(/\s/)[0] ?? '')}`,
    `/search?q=${name}&tab=people`,
    `/hashtag/${encodeURIComponent(tag)}`,
    '/likes',
    `/bookmarks/${folderId}`,
    '/mythread',
    '/scheduled',
    '/notifications',
    '/notifications?tab=requests',
    '/notifications/filtered',
    `/profile/${name}`,
    `/profile/${name}/followers`,
    `/profile/${name}/following`,
    '/messages',
    `/messages/${name}`,
    `/messages/${group.id}`,
    '/join#unknown',
    '/profile',
    '/settings',
    '/settings/security',
    '/settings/privacy',
    '/settings/feeds',
    '/settings/appearance',
    '/settings/notifications',
    '/settings/data',
    '/settings/about',
    '/follow-requests',
    '/imported-posts',
    '/admin',
    '/admin/users',
    '/admin/appeals',
    '/account-status',
    '/report-messages',
    '/admin/threads',
    '/admin/stats',
    '/admin/usage',
    '/admin/audit',
    '/admin/settings',
    '/setup',
    '/invitations',
    '/admin/rules',
    '/admin/about',
    '/admin/webhooks',
    '/admin/blocks',
    '/admin/protection',
    '/admin/announcements',
    '/admin/responses',
    '/admin/registrations',
    '/admin/invitations',
  ];
  return { reader, author, threadId, ownThreadId, quoteId, screens };
}

/** Loads a screen, in English or German, and waits for its content. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForContent(page);
}

const emptyScreen = '/follow-requests';

/**
 * Opens a screen inside the app, in English or German, and waits for its content. Loading the page takes
 * several times as long, also because the browser compiles all scripts again.
 */
export async function switchScreen(page: Page, path: string): Promise<void> {
  // The app shows the last screen until the next one is ready, so an empty one comes between them.
  await navigate(page, emptyScreen);
  const title = /^(?:Sent follow requests|Gesendete Folgeanfragen)$/;
  const empty = page.getByRole('heading', { name: title, level: 1 });
  await expect(empty).toBeVisible();
  if (path !== emptyScreen) {
    await navigate(page, path);
    await expect(empty).toBeHidden();
  }
  await waitForContent(page);
}

/** Navigates like the browser after the user has chosen an entry of its history. */
async function navigate(page: Page, path: string): Promise<void> {
  // The app goes back from the history entry of a closed dialog, which would undo this navigation.
  const isOnLayerEntry = () =>
    page.evaluate(() => {
      const { usr } = (history.state ?? {}) as { usr?: { pageKey?: string } | null };
      return usr?.pageKey !== undefined;
    });
  await expect.poll(isOnLayerEntry, { message: `before ${path}` }).toBe(false);
  await page.evaluate((url) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    const state = { key: crypto.randomUUID(), idx: idx + 1, usr: null };
    history.pushState(state, '', url);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, path);
}

async function waitForContent(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  const loading = page.getByRole('status').filter({ hasText: /^Loading|geladen …$/ });
  await expect(loading).toHaveCount(0);
}

/** Expects that the page does not scroll horizontally in a window of this width. */
export async function expectToFit(page: Page, width: number, name: string): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  const readOverflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect
    .configure({ soft: true })
    .poll(readOverflow, { message: `${name} at ${width} px` })
    .toBeLessThanOrEqual(0);
}
