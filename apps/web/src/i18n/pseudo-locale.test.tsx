import { catalogs } from '@skein/messages/catalogs';
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { server } from '../testing/api.ts';
import { aConversation, aConversationPage, aChatMessage } from '../testing/chat.ts';
import { stubIntersectionObserver } from '../testing/intersection.ts';
import { aNotification, aNotificationPage } from '../testing/notifications.ts';
import { findUntranslatedTexts, toPseudoLocale } from '../testing/pseudo-locale.ts';
import { renderApp } from '../testing/render-app.tsx';
import { aUser, givenSession } from '../testing/session.ts';
import { aPicture, aPoll, aThread, aThreadPage, anId } from '../testing/threads.ts';
import { aFollowRequest, aListedUser, aProfile } from '../testing/users.ts';
import { addMessages } from './index.ts';

/** The product's name, parts of dates and units, and words that are the same in every language. */
const allowed =
  /\b(?:Skein|English|Deutsch|ALT|GIF|[\d.]+K|May \d{4}|\w+day, November \d+, \d+ at \d+:\d+\s[AP]M)\b/g;

// Users of the tests write in Greek, so that their words are not reported.
const ada = aListedUser({ name: 'Άδα', username: 'αδα', bio: 'Υφαίνω.' });
const thread = aThread({
  content: 'Νήμα #μαλλί',
  userName: ada.name,
  userUsername: ada.username,
  userEmail: 'αδα@ψ.ω',
  isUserVerified: true,
  editedAt: '2026-11-21T10:00:00.000Z',
  hashtags: ['μαλλί'],
  media: [aPicture(), aPicture({ altText: 'Εικόνα' })],
  poll: aPoll({ question: 'Μαλλί;', options: [{ id: anId(), optionText: 'Ναι', votesCount: 1 }] }),
  likesCount: 3,
  repliesCount: 1,
});
const reply = aThread({
  content: 'Απάντηση',
  userName: ada.name,
  userUsername: ada.username,
  userEmail: 'αδα@ψ.ω',
  parentThreadId: thread.id,
  rootThreadId: thread.id,
  threadLevel: 1,
  canReply: false,
});
const types = ['like', 'reaction', 'reply', 'mention', 'repost', 'quote', 'poll_ended'] as const;
const person = { id: anId(), name: ada.name, username: ada.username, isSuspended: false };
const done = { success: true, message: '' };
const usersPage = { content: [ada], page: null, size: 20, last: true, nextCursor: null };
const message = aChatMessage({ content: 'Γεια', senderName: ada.name });

/** The first entry whose path is the start of a request's path is its response. */
const responses: [path: string, body: unknown][] = [
  ['/users/me/blocks', usersPage],
  ['/users/me/mutes', usersPage],
  ['/users/suggestions', [ada]],
  ['/users/follow-requests/pending', [aFollowRequest({ requester: ada })]],
  ['/users/follow-requests/sent', { ...usersPage, content: [] }],
  ['/users/search', usersPage],
  ['/hashtags/trending', [{ tag: 'μαλλί', threadsCount: 3, recentCount: 1, count: 3 }]],
  ['/hashtags/', { tag: 'μαλλί', threadsCount: 3, days: [0, 0, 1, 0, 2, 0, 4] }],
  [
    '/threads/search',
    { ...aThreadPage([]), content: [{ ...thread, matches: [] }], totalElements: 1 },
  ],
  [
    '/threads/my-threads',
    {
      ...aThreadPage([thread]),
      stats: { totalPosts: 1250, publicPosts: 1200, privatePosts: 50, totalLikes: 9000 },
    },
  ],
  [`/threads/${thread.id}/replies`, { ...aThreadPage([reply]), totalElements: 1 }],
  [`/threads/${thread.id}`, thread],
  ['/threads', aThreadPage([thread, reply])],
  [
    '/notifications',
    aNotificationPage(types.map((type) => aNotification({ type, actors: [ada], thread }))),
  ],
  ['/chat/conversations', [aConversation({ user: ada, lastMessage: message, unreadCount: 2 })]],
  ['/chat/conversation/', aConversationPage([message], { user: ada })],
  [
    '/auth/sessions',
    [
      {
        id: anId(),
        device: 'Συσκευή',
        address: '192.0.2.7',
        createdAt: '2026-11-20T10:00:00.000Z',
        lastSeenAt: '2026-11-21T05:00:00.000Z',
        isCurrent: false,
      },
    ],
  ],
  [
    '/admin/reports',
    {
      ...usersPage,
      page: 0,
      content: [
        {
          id: anId(),
          targetType: 'thread',
          targetId: anId(),
          reason: 'spam',
          note: 'Όχι',
          status: 'open',
          createdAt: '2026-11-20T10:00:00.000Z',
          resolvedAt: null,
          reporter: person,
          person,
          text: 'Νήμα',
        },
      ],
    },
  ],
];

beforeAll(async () => {
  for (const load of Object.values(catalogs.en)) {
    addMessages(toPseudoLocale((await load()).default));
  }
});

beforeEach(() => {
  stubIntersectionObserver();
  server.use(
    http.all('*/api/*', ({ request }) => {
      const path = decodeURIComponent(new URL(request.url).pathname).replace('/api', '');
      const found = responses.find(([start]) => path.startsWith(start));
      if (path === '/instance/terms') return Response.json({ text: null });
      if (path.endsWith('/unread-count')) return Response.json({ count: 2 });
      if (path === '/notifications/preferences') return undefined;
      if (path === '/users/me') return Response.json(viewer);
      if (path.startsWith('/users/αδα/follow')) return Response.json(usersPage);
      if (/^\/users\/[^/]+\/threads/.test(path)) return Response.json(aThreadPage([thread]));
      if (path.startsWith('/users/αδα')) return Response.json(aProfile(ada));
      return Response.json(found?.[1] ?? done);
    }),
  );
});

const viewer = aUser({
  name: 'Χάρις',
  username: 'χαρις',
  email: 'χ@ψ.ω',
  isAdmin: true,
});

it.each([
  ['/login', /./, false],
  ['/register', /./, false],
  ['/forgot-password', /./, false],
  ['/reset-password#token=x', /./, false],
  ['/terms', /./, false],
  ['/feed', /Νήμα/, true],
  [`/thread/${thread.id}`, /Απάντηση/, true],
  ['/search', /./, true],
  ['/search?q=νήμα', /Νήμα/, true],
  ['/search?q=νήμα&kind=people', /Άδα/, true],
  ['/hashtag/μαλλί', /Νήμα/, true],
  ['/likes', /Νήμα/, true],
  ['/bookmarks', /Νήμα/, true],
  ['/mythread', /Νήμα/, true],
  ['/notifications', /Άδα/, true],
  ['/follow-requests', /./, true],
  ['/profile', /Χάρις/, true],
  ['/profile/αδα', /Νήμα/, true],
  ['/profile/αδα/followers', /Άδα/, true],
  ['/messages', /Γεια/, true],
  ['/messages/αδα', /Γεια/, true],
  ['/settings', /Συσκευή/, true],
  ['/admin', /Νήμα/, true],
])('%s shows no text that is not from a message', async (address, content, isSignedIn) => {
  if (isSignedIn) givenSession(viewer);
  renderApp(address);
  if (isSignedIn) await screen.findAllByText(content);
  else await screen.findByRole('heading', { level: 1 });
  expect(findUntranslatedTexts(allowed)).toEqual([]);
});
