import { listAccountReads, listAccountWrites } from './account-requests.ts';
import { listAdministrationReads, listAdministrationWrites } from './administration-requests.ts';
import { listMastodonReads, listMastodonWrites } from './mastodon-requests.ts';
import type { Target } from './private-account.ts';
import { get, pages, post, put, remove, report, hidden, user, nothing } from './request-row.ts';
import type { Row } from './request-row.ts';

/** Requests that read, by the ids of their routes. */
export function listReads(target: Target, publicThreadId: string): Record<string, Row> {
  const { userId, username, threadId, replyId, pollThreadId } = target;
  const tabs = ['threads', 'replies', 'media', 'likes'];
  const byBoth = (rest: string) => get(`/users/${userId}${rest}`, `/users/${username}${rest}`);
  return {
    ...listMastodonReads(target),
    ...listAdministrationReads(target),
    ...listAccountReads(target),
    getHealth: nothing(get('/health')),
    getReadiness: nothing(get('/ready')),
    getProfile: user(byBoth('')),
    getPagePreview: hidden(
      get(
        ...[`/thread/${threadId}`, `/profile/${username}`, `/profile/${userId}`].map(
          (path) => `/previews?path=${path}`,
        ),
      ),
    ),
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
    getNotificationPolicy: nothing(get('/notifications/policy')),
    listFilteredNotifications: nothing(get('/notifications/filtered')),
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
    getTranslation: hidden(get(`/threads/${threadId}/translation?language=de`)),
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
    listFeaturedHashtags: nothing(get('/hashtags/featured')),
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
    getGroup: hidden(get(`/chat/groups/${threadId}`)),
    getConversation: user(get(`/chat/conversation/${userId}`)),
    listConversations: nothing(get('/chat/conversations')),
    'listConversations of requests': nothing(get('/chat/conversations?folder=requests')),
    searchMessages: nothing(get('/chat/search?q=x')),
    countUnreadMessages: nothing(get('/chat/unread-count')),
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
  const { userId, threadId, pollThreadId, optionId, mediaUrl, requestId, messageId } = target;
  const thread = `/threads/${threadId}`;
  const reply = { content: 'An answer', parentThreadId: threadId };
  return {
    ...listMastodonWrites(target),
    ...listAdministrationWrites(target),
    createThread: hidden(post('/threads', reply)),
    createThreadWithFiles: hidden(post('/threads/multiple-media', reply)),
    createChain: nothing(post('/threads/chain', { parts: [{ content: 'x' }, { content: 'y' }] })),
    createDraft: nothing(post('/threads/drafts', { parts: [{ content: 'x' }] })),
    updateDraft: hidden(
      put(`/threads/drafts/${threadId}`, { parts: [{ content: 'x' }], version: 1 }),
    ),
    deleteDraft: hidden(remove(`/threads/drafts/${threadId}`)),
    scheduleThread: hidden(
      post('/threads/scheduled', {
        ...reply,
        scheduledAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
      }),
    ),
    scheduleChain: nothing(
      post('/threads/scheduled/chain', {
        parts: [{ content: 'x' }, { content: 'y' }],
        scheduledAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
      }),
    ),
    updateScheduledThread: hidden(put(`/threads/scheduled/${threadId}`, { content: 'x' })),
    publishScheduledThread: hidden(post(`/threads/scheduled/${threadId}/publish`)),
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
    enableThreadNotifications: user(post(`/users/${userId}/thread-notifications`)),
    disableThreadNotifications: user(remove(`/users/${userId}/thread-notifications`)),
    muteReposts: user(post(`/users/${userId}/reposts/mute`)),
    unmuteReposts: user(remove(`/users/${userId}/reposts/mute`)),
    featureHashtag: nothing(post('/hashtags/zorbatag/feature')),
    unfeatureHashtag: nothing(remove('/hashtags/zorbatag/feature')),
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
    updateNotificationPolicy: nothing(put('/notifications/policy', { filtersNewAccounts: false })),
    acceptFilteredNotifications: user(post(`/notifications/filtered/${userId}/accept`)),
    dismissFilteredNotifications: hidden(remove(`/notifications/filtered/${userId}`)),
    updateNotificationPreferences: nothing(put('/notifications/preferences', { poll_ended: true })),
    'createReport of a message': hidden(report('message', messageId)),
    createGroup: user(post('/chat/groups', { name: 'zorba', userIds: [userId] })),
    updateGroup: hidden(put(`/chat/groups/${threadId}`, { name: 'x' })),
    addGroupMembers: hidden(post(`/chat/groups/${threadId}/members`, { userIds: [userId] })),
    updateGroupMember: hidden(put(`/chat/groups/${threadId}/members/${userId}`, { isAdmin: true })),
    removeGroupMember: hidden(remove(`/chat/groups/${threadId}/members/${userId}`)),
    createGroupInviteLink: hidden(put(`/chat/groups/${threadId}/invite-link`, {})),
    deleteGroupInviteLink: hidden(remove(`/chat/groups/${threadId}/invite-link`)),
    getGroupInvitation: nothing(post('/chat/group-invitation', { token: threadId })),
    joinGroup: nothing(post('/chat/group-invitation/join', { token: threadId })),
    sendMessage: user(post('/chat/send', { receiverId: userId, content: 'x' })),
    sendTyping: user(post(`/chat/typing/${userId}`)),
    markMessagesRead: hidden(put(`/chat/mark-read/${messageId}`, {})),
    'markMessagesRead of a user': user(put(`/chat/mark-read/${userId}`, {})),
    updateConversationSettings: user(
      put(`/chat/conversation/${userId}/settings`, { isIgnored: true }),
    ),
    getMessageDraft: user(get(`/chat/conversation/${userId}/draft`)),
    saveMessageDraft: user(put(`/chat/conversation/${userId}/draft`, { text: 'x' })),
    acceptMessageRequest: user(post(`/chat/requests/${userId}/accept`)),
    declineMessageRequest: user(post(`/chat/requests/${userId}/decline`)),
    clearConversation: user(remove(`/chat/conversation/${userId}`)),
    reactToMessage: hidden(put(`/chat/messages/${messageId}/reaction`, { emoji: '🧶' })),
    removeMessageReaction: hidden(remove(`/chat/messages/${messageId}/reaction`)),
    editMessage: hidden(put(`/chat/messages/${messageId}`, { content: 'x' })),
    deleteMessage: hidden(remove(`/chat/messages/${messageId}`)),
    dismissAnnouncement: hidden(put(`/announcements/${threadId}/dismissal`, {})),
    getEmailDigest: nothing(get('/notifications/email-digest')),
    updateEmailDigest: nothing(put('/notifications/email-digest', { isEnabled: false })),
    unsubscribeFromEmailDigest: nothing(post('/notifications/email-digest/unsubscribe/x')),
    // Last, because it ends the session.
    ...listAccountWrites(target),
  };
}
