import { catalogs } from '@skein/messages/catalogs';
import { http } from 'msw';
import { beforeAll, beforeEach } from 'vitest';
import { addMessages } from '../i18n/index.ts';
import { nameLanguageForReader, selectableLanguages } from '../lib/language.ts';
import { server } from './api.ts';
import { aConversation, aConversationPage, aChatMessage } from './chat.ts';
import { mockEmojis } from './emojis.ts';
import { aGroup, aGroupDetails, aGroupEvent, aGroupMember, aGroupMessage } from './groups.ts';
import { anImport } from './imports.ts';
import { stubIntersectionObserver } from './intersection.ts';
import { aNotification, aNotificationPage } from './notifications.ts';
import { accountResponses } from './pseudo-locale-account-responses.ts';
import {
  acceptedUserId,
  ada,
  aRule,
  greekDraft,
  greekGroupId,
  reply,
  thread,
  usersPage,
  viewer,
} from './pseudo-locale-samples.ts';
import { toPseudoLocale } from './pseudo-locale.ts';
import { aPicture, aScheduledThread, aThreadPage, anId } from './threads.ts';
import { aFollowRequest, aProfile } from './users.ts';

const languageNames = selectableLanguages.map((tag) => nameLanguageForReader(tag)).join('|');

/** The product's name, dates, time zones, durations and languages that the browser formats, and words that are the same in every language. */
export const allowedTexts = new RegExp(
  String.raw`\b(?:Skein|English|Deutsch|https|ALT|GIF|UTC|[\d.]+K|May \d{4}|(?:\w+day, November \d+, \d+ at|Nov \d+, \d{4},) \d+:\d+\s[AP]M|[A-Z][a-z]{2} \d{1,2}, \d{4}|\d+ (?:minutes?|hours?|days?)|${languageNames})\b`,
  'g',
);

const types = [
  'like',
  'reaction',
  'reply',
  'mention',
  'repost',
  'quote',
  'poll_ended',
  'new_thread',
  'moved',
] as const;
const done = { success: true, message: '' };
// Messages that are read already cause no request when a test ends.
const message = aChatMessage({ content: 'Γεια', senderName: ada.name, isRead: true });

const ownMessage = aChatMessage({
  content: 'Χαίρε',
  senderId: viewer.id,
  createdAt: new Date().toISOString(),
  messageType: 'image',
  media: aPicture(),
});

/** A group whose only other member has read the viewer's message. */
const groupMessages = [
  aGroupEvent(
    aGroup({ id: greekGroupId, name: 'Ομάδα' }),
    { users: [{ id: anId(), name: 'Βίων' }] },
    { senderId: viewer.id, senderName: viewer.name },
  ),
  aGroupMessage(aGroup({ id: greekGroupId, name: 'Ομάδα' }), {
    content: 'Χαίρετε',
    senderId: viewer.id,
  }),
];

const greekGroup = aGroupDetails({
  ...aGroup({ id: greekGroupId, name: 'Ομάδα' }),
  inviteToken: 'ω',
  members: [
    aGroupMember({ user: ada, readUpTo: groupMessages.at(-1)?.id ?? null }),
    aGroupMember({ user: { ...ada, id: anId(), name: 'Βίων', username: 'βιων' } }),
  ],
});

/** The first entry whose path is the start of a request's path is its response. */
const responses: [path: string, body: unknown][] = [
  ['/gifs', { gifs: [], next: null, provider: 'Ψ' }],
  ['/instance/rules', [aRule]],
  ['/users/me/blocks', usersPage],
  ['/users/me/mutes', usersPage],
  ['/users/me/server-blocks', [{ domain: 'ψ.ω', createdAt: '2026-11-20T10:00:00.000Z' }]],
  [
    '/users/me/imports',
    [
      anImport({ kind: 'follows', status: 'preview', mode: 'overwrite' }),
      anImport({
        kind: 'lists',
        status: 'running',
        waitsUntil: '2026-11-21T10:00:00.000Z',
        failures: [{ address: 'α@β.γρ', listName: 'Λίστα', reason: 'not_found' }],
      }),
    ],
  ],
  ['/users/suggestions/dismissed', usersPage],
  ['/users/suggestions', [ada]],
  ['/users/follow-requests/pending', [aFollowRequest({ requester: ada })]],
  ['/users/follow-requests/sent', { ...usersPage, content: [] }],
  [`/users/${viewer.id}/followers`, usersPage],
  ['/users/search', [{ ...ada, username: '12' }]],
  ['/bookmark-folders', [{ id: 'φ', name: 'Φάκελος', createdAt: '2026-11-20T10:00:00.000Z' }]],
  ['/lists/λ/threads', aThreadPage([thread])],
  ['/lists/λ/members', usersPage],
  ['/lists', [{ id: 'λ', name: 'Λίστα', membersCount: 2, createdAt: '2026-11-20T10:00:00.000Z' }]],
  [
    '/filters',
    [
      {
        id: 'f',
        phrase: 'μαλλί',
        isWholeWord: true,
        contexts: ['feeds'],
        action: 'hide',
        expiresAt: null,
        createdAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  ],
  ['/hashtags/featured', [{ tag: 'μαλλί', threadsCount: 2 }]],
  ['/hashtags/followed', [{ tag: 'μαλλί', since: '2026-11-20T10:00:00.000Z' }]],
  ['/hashtags/trending', [{ tag: 'μαλλί', threadsCount: 3, recentCount: 1, count: 3 }]],
  ['/hashtags/suggestions', [{ tag: 'μαλλί', threadsCount: 3, count: 3 }]],
  ['/hashtags/', { tag: 'μαλλί', threadsCount: 3, days: [0, 0, 1, 0, 2, 0, 4], isFollowed: false }],
  ['/threads/drafts', { ...aThreadPage([]), content: [greekDraft] }],
  [
    '/threads/scheduled',
    [
      aScheduledThread({
        content: 'Αργότερα',
        furtherParts: [{ content: 'Συνέχεια', media: [] }],
        error: 'limit_reached',
      }),
    ],
  ],
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
  [`/threads/${thread.id}/replies`, { ...aThreadPage([reply]), totalElements: 1, hiddenCount: 0 }],
  [
    `/threads/${thread.id}/history`,
    [
      {
        id: anId(),
        content: 'Παλιό',
        contentWarning: null,
        replacedAt: '2026-11-21T10:00:00.000Z',
      },
    ],
  ],
  [`/threads/${reply.id}/ancestors`, [thread, null]],
  [`/threads/${reply.id}/replies`, { ...aThreadPage([]), totalElements: 0, hiddenCount: 0 }],
  [`/threads/${reply.id}`, reply],
  [`/threads/${thread.id}/bookmark`, { isBookmarked: true, folderId: 'φ' }],
  [`/threads/${thread.id}/likes`, usersPage],
  [`/threads/${thread.id}/reactions`, { ...usersPage, content: [{ ...ada, reactionType: 'wow' }] }],
  [`/threads/${thread.id}/quotes`, aThreadPage([thread])],
  [`/threads/${thread.id}`, thread],
  ['/threads', aThreadPage([thread, reply])],
  [
    '/notifications/filtered',
    [
      {
        user: ada,
        count: 2,
        firstAt: thread.createdAt,
        latestAt: thread.createdAt,
        latestThread: thread,
      },
    ],
  ],
  [
    '/notifications',
    aNotificationPage(types.map((type) => aNotification({ type, actors: [ada], thread }))),
  ],
  ['/chat/conversations', [aConversation({ user: ada, lastMessage: message, unreadCount: 2 })]],
  [
    `/chat/conversation/${greekGroup.id}`,
    aConversationPage(groupMessages, { user: null, group: greekGroup }),
  ],
  [`/chat/groups/${greekGroup.id}`, greekGroup],
  [
    `/chat/conversation/${acceptedUserId}`,
    aConversationPage([message], { user: { ...ada, id: acceptedUserId } }),
  ],
  ['/chat/conversation/', aConversationPage([message, ownMessage], { user: ada, isRequest: true })],
  ...accountResponses,
];

/** Replaces all messages by the pseudo-locale, and answers all requests, in every test of the file. */
export function installPseudoLocale(): void {
  beforeAll(async () => {
    for (const load of Object.values(catalogs.en)) {
      addMessages(toPseudoLocale((await load()).default));
    }
    // Connected with other servers, which adds texts.
    document.head.insertAdjacentHTML('beforeend', '<meta name="federation" content="on">');
  });

  beforeEach(() => {
    stubIntersectionObserver();
    server.use(
      mockEmojis({ category: 'Όλα', tone: 'χ', rocket: 'πύραυλος', wave: 'χέρι' }),
      http.all('*/api/*', ({ request }) => {
        const path = decodeURIComponent(new URL(request.url).pathname).replace('/api', '');
        const found = responses.find(([start]) => path.startsWith(start));
        if (path === '/instance/terms') return Response.json({ text: null });
        if (path.endsWith('/unread-count')) return Response.json({ count: 2 });
        if (/^\/notifications\/(?:preferences|policy)$/.test(path)) return undefined;
        if (path === '/users/me') return Response.json(viewer);
        if (/^\/users\/(?:αδα|χαρις)\/follow/.test(path)) return Response.json(usersPage);
        if (/^\/users\/[^/]+\/threads/.test(path)) return Response.json(aThreadPage([thread]));
        if (/^\/users\/[^/]+\/lists/.test(path)) return Response.json([]);
        if (path.startsWith('/users/χαρις')) return Response.json(aProfile(viewer));
        if (path.startsWith('/users/αδα')) return Response.json(aProfile(ada));
        return Response.json(found?.[1] ?? done);
      }),
    );
  });
}
