import { listMastodonReads, listMastodonWrites } from './mastodon-requests.ts';
import type { Target } from './private-account.ts';
import type { Row, TestRequest } from './request-row.ts';

const get = (...paths: string[]): TestRequest[] => paths.map((path) => ({ method: 'GET', path }));
const pages = (...paths: string[]): TestRequest[] =>
  get(...paths).map((request) => ({ ...request, isPage: true }));
const post = (path: string, body?: Record<string, unknown>): TestRequest[] => [
  { method: 'POST', path, ...(body && { body }) },
];
const put = (path: string, body: Record<string, unknown>): TestRequest[] => [
  { method: 'PUT', path, body },
];
const remove = (path: string, body?: Record<string, unknown>): TestRequest[] => [
  { method: 'DELETE', path, ...(body && { body }) },
];
const report = (targetType: string, targetId: string): TestRequest[] =>
  post('/reports', { targetType, targetId, reason: 'spam' });
const hidden = (requests: TestRequest[]): Row => ({ refersTo: 'hidden', requests });
const user = (requests: TestRequest[]): Row => ({ refersTo: 'user', requests });
const nothing = (requests: TestRequest[]): Row => ({ refersTo: 'nothing', requests });

/** Requests that read, by the ids of their routes. */
export function listReads(target: Target, publicThreadId: string): Record<string, Row> {
  const { userId, username, threadId, replyId, pollThreadId } = target;
  const tabs = ['threads', 'replies', 'media', 'likes'];
  const byBoth = (rest: string) => get(`/users/${userId}${rest}`, `/users/${username}${rest}`);
  return {
    ...listMastodonReads(target),
    getHealth: nothing(get('/health')),
    getTerms: nothing(get('/instance/terms')),
    getReadiness: nothing(get('/ready')),
    getCurrentUser: nothing(get('/users/me')),
    exportAccount: nothing(get('/users/me/export')),
    listImports: nothing(get('/users/me/imports')),
    downloadImportFailures: nothing(get(`/users/me/imports/${userId}/failures`)),
    getProfile: user(byBoth('')),
    listFollowers: hidden(byBoth('/followers')),
    listFollowing: hidden(byBoth('/following')),
    listUserThreads: hidden(tabs.flatMap((tab) => byBoth(`/threads?tab=${tab}`))),
    searchUsers: nothing(
      get(...['zorba', 'zara', username].map((q) => `/users/search?q=${q}&limit=50`)),
    ),
    listSuggestedUsers: nothing(get('/users/suggestions?limit=50')),
    listPendingFollowRequests: nothing(get('/users/follow-requests/pending')),
    listSentFollowRequests: nothing(get('/users/follow-requests/sent')),
    listBlockedUsers: nothing(get('/users/me/blocks')),
    listDismissedSuggestions: nothing(get('/users/suggestions/dismissed')),
    listMutedUsers: nothing(get('/users/me/mutes')),
    listSessions: nothing(get('/auth/sessions')),
    getEmailStatus: nothing(get('/auth/email')),
    getTwoFactorStatus: nothing(get('/auth/two-factor')),
    listPasskeys: nothing(get('/auth/passkeys')),
    listIdentities: nothing(get('/auth/identities')),
    listAuthorizedApps: nothing(get('/oauth/authorized-apps')),
    getRequestedAccess: nothing(
      get(`/oauth/authorization?response_type=code&client_id=${userId}&redirect_uri=a:/b`),
    ),
    streamEvents: nothing(get('/chat/stream', `/chat/stream?lastEventId=${threadId}`)),
    listFeed: nothing(get('/threads?feed=all&size=100', '/threads?feed=following&size=100')),
    getThread: hidden(get(`/threads/${threadId}`, `/threads/${replyId}`)),
    getMedia: hidden(get(`/media/${threadId}`)),
    listReplies: {
      refersTo: 'hidden',
      requests: get(
        `/threads/${threadId}/replies`,
        `/threads/${replyId}/replies`,
        `/threads/${threadId}/replies?hidden=true`,
      ),
    },
    listAncestors: hidden(get(`/threads/${threadId}/ancestors`, `/threads/${replyId}/ancestors`)),
    listThreadLikes: hidden(get(`/threads/${threadId}/likes`)),
    listThreadReposts: hidden(get(`/threads/${threadId}/reposts`)),
    listThreadReactions: hidden(get(`/threads/${threadId}/reactions`)),
    listThreadQuotes: hidden(get(`/threads/${threadId}/quotes`)),
    'engagement of others': nothing(
      ['likes', 'reposts', 'reactions', 'quotes'].flatMap((list) =>
        get(`/threads/${publicThreadId}/${list}`),
      ),
    ),
    listThreadHistory: hidden(get(`/threads/${threadId}/history`)),
    listScheduledThreads: nothing(get('/threads/scheduled')),
    listDrafts: nothing(get('/threads/drafts')),
    listMyThreads: nothing(get('/threads/my-threads')),
    listLikedThreads: nothing(get('/threads/liked?limit=50')),
    listBookmarkedThreads: nothing(get('/threads/bookmarked?size=100')),
    suggestHashtags: nothing(
      get('/hashtags/suggestions?q=zorba', '/hashtags/suggestions?limit=50'),
    ),
    listBookmarkFolders: nothing(get('/bookmark-folders')),
    listBookmarkFolderThreads: hidden(get(`/bookmark-folders/${threadId}/threads`)),
    getBookmark: hidden(get(`/threads/${threadId}/bookmark`)),
    listUserLists: nothing(get('/lists')),
    listListMembers: hidden(get(`/lists/${threadId}/members`)),
    listListThreads: hidden(get(`/lists/${threadId}/threads`)),
    listListsOfUser: user(get(`/users/${userId}/lists`)),
    listFilters: nothing(get('/filters')),
    listFollowedHashtags: nothing(get('/hashtags/followed')),
    getHashtag: nothing(get('/hashtags/zorbatag')),
    listHashtagThreads: nothing(get('/threads/hashtag/zorbatag')),
    listTrendingHashtags: nothing(get('/hashtags/trending?limit=50')),
    listTrendingThreads: nothing(get('/threads/trending')),
    searchThreads: nothing(
      ['zorbathread', 'zorbareply', 'zorbaquote', 'zorbabelow', '%23zorbatag', `from:${username}`]
        .map((q) => `/threads/search?q=${q}`)
        .flatMap((path) => get(path, `${path}&sort=recent`)),
    ),
    listNotifications: nothing(
      get(...['all', 'mentions', 'requests'].map((tab) => `/notifications?size=100&tab=${tab}`)),
    ),
    countUnreadNotifications: nothing(get('/notifications/unread-count')),
    getPushKey: nothing(get('/notifications/push-key')),
    getNotificationPreferences: nothing(get('/notifications/preferences')),
    getConversation: user(get(`/chat/conversation/${userId}`)),
    listConversations: nothing(get('/chat/conversations')),
    'listConversations of requests': nothing(get('/chat/conversations?folder=requests')),
    searchMessages: nothing(get('/chat/search?q=x')),
    countUnreadMessages: nothing(get('/chat/unread-count')),
    listReports: nothing(get('/admin/reports')),
    listAdminUsers: nothing(get('/admin/users')),
    getAdminThread: hidden(get(`/admin/threads/${threadId}`)),
    listAuditEntries: nothing(get('/admin/audit')),
    getStats: nothing(get('/admin/stats')),
    getSiteSettings: nothing(get('/admin/settings')),
    getAdminPage: nothing(get('/admin/pages/about')),
    getAdminRules: nothing(get('/admin/rules')),
    getInstance: nothing(get('/instance')),
    listRules: nothing(get('/instance/rules')),
    getInstancePage: nothing(get('/instance/pages/about')),
    listRegistrations: nothing(get('/admin/registrations')),
    listInvitations: nothing(get('/admin/invitations')),
    'the page of a thread': hidden(
      pages(...[threadId, replyId, pollThreadId].map((id) => `/thread/${id}`)),
    ),
    'the page of a profile': hidden(pages(`/profile/${userId}`, `/profile/${username}`)),
    'the page of a hashtag': hidden(pages('/hashtag/zorbatag')),
    'the web feeds of a thread, a profile and a hashtag': hidden(
      pages(
        `/thread/${threadId}/feed.json`,
        `/profile/${username}/feed.atom`,
        `/hashtag/zorbatag/feed.json`,
      ),
    ),
    'the web feed of a thread of others': nothing(pages(`/thread/${publicThreadId}/feed.json`)),
    'the page of a thread of others': nothing(pages(`/thread/${publicThreadId}`)),
    // In public content, only the owner's contributions are hidden.
    'listReplies of others': nothing(get(`/threads/${publicThreadId}/replies`)),
    'getThread of others': nothing(get(`/threads/${publicThreadId}`)),
  };
}

/** Write requests, sent by viewers who may not see the owner's threads. */
export function listWrites(target: Target): Record<string, Row> {
  const { userId, threadId, pollThreadId, optionId, mediaUrl, requestId, sessionId } = target;
  const { messageId } = target;
  const thread = `/threads/${threadId}`;
  const password = { password: 'wrong' };
  const reply = { content: 'An answer', parentThreadId: threadId };
  return {
    ...listMastodonWrites(target),
    createThread: hidden(post('/threads', reply)),
    createThreadWithFiles: hidden(post('/threads/multiple-media', reply)),
    createChain: nothing(post('/threads/chain', { parts: [{ content: 'x' }, { content: 'y' }] })),
    createDraft: nothing(post('/threads/drafts', { parts: [{ content: 'x' }] })),
    updateDraft: hidden(
      put(`/threads/drafts/${threadId}`, { parts: [{ content: 'x' }], version: 1 }),
    ),
    createImport: nothing(post('/users/me/imports', { kind: 'follows' })),
    startImport: nothing(post(`/users/me/imports/${threadId}/start`)),
    deleteImport: nothing(remove(`/users/me/imports/${threadId}`)),
    deleteDraft: hidden(remove(`/threads/drafts/${threadId}`)),
    scheduleThread: hidden(
      post('/threads/scheduled', {
        ...reply,
        scheduledAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
      }),
    ),
    updateScheduledThread: hidden(put(`/threads/scheduled/${threadId}`, { content: 'x' })),
    deleteScheduledThread: hidden(remove(`/threads/scheduled/${threadId}`)),
    quoteRepost: hidden(post('/threads/quote-repost', { content: 'x', quotedThreadId: threadId })),
    uploadMedia: nothing(post('/posts/with-media', { content: 'x' })),
    editThread: hidden(put(thread, { content: 'x' })),
    deleteThread: hidden(remove(thread)),
    setReplyPermission: hidden(put(`${thread}/reply-permission`, { replyPermission: 'ANYONE' })),
    pinThread: hidden(post(`${thread}/pin`)),
    unpinThread: hidden(remove(`${thread}/pin`)),
    hideReply: hidden(post(`/threads/${target.replyId}/hide`)),
    unhideReply: hidden(remove(`/threads/${target.replyId}/hide`)),
    detachQuote: hidden(post(`${thread}/detach-quote`)),
    likeThread: hidden(post(`${thread}/like`)),
    repostThread: hidden([
      ...post(`${thread}/repost`, { on: true }),
      ...post(`${thread}/repost`, { quoteContent: 'x' }),
    ]),
    bookmarkThread: hidden(post(`${thread}/bookmark`, { on: false })),
    saveBookmark: hidden(put(`${thread}/bookmark`, { folderId: null })),
    reactToThread: hidden(post(`${thread}/reaction?reactionType=wow`)),
    muteThread: hidden(post(`${thread}/mute`)),
    unmuteThread: hidden(remove(`${thread}/mute`)),
    votePoll: hidden(post(`/threads/${pollThreadId}/poll/vote`, { optionIds: [optionId] })),
    'quoteRepost with a file of others': nothing(
      post('/threads/quote-repost', { content: 'x', quotedThreadId: threadId, mediaUrl }),
    ),
    decideAuthorization: nothing(
      post('/oauth/authorization', {
        response_type: 'code',
        client_id: userId,
        redirect_uri: 'a:/b',
        isGranted: true,
      }),
    ),
    createAccessToken: nothing(
      post('/oauth/access-tokens', {
        name: 'x',
        scopes: ['read'],
        expiresInDays: 1,
        password: 'x',
      }),
    ),
    revokeAuthorizedApp: nothing(remove(`/oauth/authorized-apps/${userId}`)),
    approveFollowRequest: hidden(post(`/users/follow-requests/${requestId}/approve`)),
    rejectFollowRequest: hidden(post(`/users/follow-requests/${requestId}/reject`)),
    removeFollower: user(remove(`/users/me/followers/${userId}`)),
    dismissSuggestedUser: user(remove(`/users/suggestions/${userId}`)),
    restoreSuggestedUser: user(put(`/users/suggestions/${userId}`, {})),
    muteUser: user(post(`/users/${userId}/mute`)),
    unmuteUser: user(remove(`/users/${userId}/mute`)),
    createBookmarkFolder: nothing(post('/bookmark-folders', { name: 'zorba' })),
    orderBookmarkFolders: nothing(put('/bookmark-folders/order', { ids: [threadId] })),
    renameBookmarkFolder: hidden(put(`/bookmark-folders/${threadId}`, { name: 'x' })),
    deleteBookmarkFolder: hidden(remove(`/bookmark-folders/${threadId}`)),
    createUserList: nothing(post('/lists', { name: 'zorba' })),
    orderUserLists: nothing(put('/lists/order', { ids: [threadId] })),
    renameUserList: hidden(put(`/lists/${threadId}`, { name: 'x' })),
    deleteUserList: hidden(remove(`/lists/${threadId}`)),
    addListMember: hidden(put(`/lists/${threadId}/members/${userId}`, {})),
    removeListMember: hidden(remove(`/lists/${threadId}/members/${userId}`)),
    createFilter: nothing(post('/filters', { phrase: 'zorba', contexts: ['feeds'] })),
    updateFilter: hidden(put(`/filters/${threadId}`, { phrase: 'x', contexts: ['feeds'] })),
    deleteFilter: hidden(remove(`/filters/${threadId}`)),
    saveNote: user(put(`/users/${userId}/note`, { note: 'x' })),
    muteReposts: user(post(`/users/${userId}/reposts/mute`)),
    unmuteReposts: user(remove(`/users/${userId}/reposts/mute`)),
    followHashtag: nothing(post('/hashtags/zorbatag/follow')),
    unfollowHashtag: nothing(remove('/hashtags/zorbatag/follow')),
    followUser: user(post(`/users/${userId}/follow-request`)),
    unfollowUser: user(remove(`/users/${userId}/follow`)),
    blockUser: user(post(`/users/${userId}/block`)),
    unblockUser: user(remove(`/users/${userId}/block`)),
    createReport: hidden(report('thread', threadId)),
    'createReport of a user': user(report('user', userId)),
    markNotificationsRead: nothing(put('/notifications/mark-read', { ids: [threadId] })),
    subscribeToPush: nothing(post('/notifications/push-subscriptions', { endpoint: 'x' })),
    unsubscribeFromPush: hidden(remove(`/notifications/push-subscriptions/${threadId}`)),
    updateNotificationPreferences: nothing(put('/notifications/preferences', { poll_ended: true })),
    'createReport of a message': hidden(report('message', messageId)),
    sendMessage: user(post('/chat/send', { receiverId: userId, content: 'x' })),
    sendTyping: user(post(`/chat/typing/${userId}`)),
    markMessagesRead: hidden(put(`/chat/mark-read/${messageId}`, {})),
    'markMessagesRead of a user': user(put(`/chat/mark-read/${userId}`, {})),
    updateConversationSettings: user(
      put(`/chat/conversation/${userId}/settings`, { isIgnored: true }),
    ),
    acceptMessageRequest: user(post(`/chat/requests/${userId}/accept`)),
    declineMessageRequest: user(post(`/chat/requests/${userId}/decline`)),
    clearConversation: user(remove(`/chat/conversation/${userId}`)),
    reactToMessage: hidden(put(`/chat/messages/${messageId}/reaction`, { emoji: '🧶' })),
    removeMessageReaction: hidden(remove(`/chat/messages/${messageId}/reaction`)),
    editMessage: hidden(put(`/chat/messages/${messageId}`, { content: 'x' })),
    deleteMessage: hidden(remove(`/chat/messages/${messageId}`)),
    dismissReport: hidden(post(`/admin/reports/${threadId}/dismiss`)),
    verifyUser: hidden(put(`/admin/users/${userId}/verified`, { isVerified: true })),
    changeRole: hidden(put(`/admin/users/${userId}/role`, { role: 'member' })),
    suspendUser: hidden(post(`/admin/users/${userId}/suspend`, { reason: 'x' })),
    unsuspendUser: hidden(post(`/admin/users/${userId}/unsuspend`, { reason: 'x' })),
    approveRegistration: hidden(post(`/admin/registrations/${userId}/approve`)),
    rejectRegistration: hidden(post(`/admin/registrations/${userId}/reject`)),
    createInvitation: nothing(post('/admin/invitations', { days: 0 })),
    revokeInvitation: hidden(remove(`/admin/invitations/${userId}`)),
    suggestUsernames: nothing(get('/auth/usernames?name=Somebody')),
    getInvitation: nothing(post('/auth/invitation', { invitation: userId })),
    updateAdminPage: nothing(put('/admin/pages/about', { version: 0 })),
    updateAdminRules: nothing(put('/admin/rules', { version: 0 })),
    updateSiteSettings: nothing(put('/admin/settings', { version: 0 })),
    removeThread: hidden(remove(`/admin/threads/${threadId}`, { reason: 'x' })),
    updateProfile: nothing(put('/users/me', { location: 'Elsewhere' })),
    deleteAccount: nothing(remove('/users/me', password)),
    endSession: hidden(remove(`/auth/sessions/${sessionId}`)),
    register: nothing(post('/auth/register', { email: 'zorbamail@example.org' })),
    login: nothing(post('/auth/login', { email: 'zorbamail@example.org', ...password })),
    changePassword: nothing(post('/auth/change-password', { currentPassword: 'wrong' })),
    forgotPassword: nothing(post('/auth/forgot-password', { email: 'nobody@example.org' })),
    changeEmail: nothing(put('/auth/email', { email: 'zorbamail@example.org', ...password })),
    sendVerificationEmail: nothing(post('/auth/email/verification')),
    verifyEmail: nothing(post('/auth/verify-email', { token: 'x' })),
    releaseEmail: nothing(post('/auth/release-email', { token: 'x' })),
    endAllSessions: nothing(post('/auth/end-sessions', { token: 'x' })),
    resetPassword: nothing(post('/auth/reset-password', { token: 'x', ...password })),
    setUpTwoFactor: nothing(post('/auth/two-factor/setup', password)),
    confirmTwoFactor: nothing(post('/auth/two-factor/confirm', { code: '000000' })),
    replaceRecoveryCodes: nothing(post('/auth/two-factor/recovery-codes', password)),
    turnOffTwoFactor: nothing(remove('/auth/two-factor', password)),
    startPasskeyRegistration: nothing(post('/auth/passkeys/options', password)),
    registerPasskey: nothing(post('/auth/passkeys', { name: 'x' })),
    renamePasskey: nothing(put(`/auth/passkeys/${userId}`, { name: 'x' })),
    removePasskey: nothing(remove(`/auth/passkeys/${userId}`, password)),
    startPasskeySignIn: nothing(post('/auth/passkeys/sign-in/options')),
    signInWithPasskey: nothing(post('/auth/passkeys/sign-in', {})),
    startOidcSignIn: nothing(post('/auth/oidc/sign-in', {})),
    startIdentityLink: nothing(post('/auth/oidc/link', password)),
    unlinkIdentity: nothing(remove(`/auth/identities/${userId}`, password)),
    exchangeSession: nothing(post('/auth/session')),
    // Last, because it ends the session.
    logout: nothing(post('/auth/logout')),
  };
}
