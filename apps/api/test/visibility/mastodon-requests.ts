import type { Target } from './private-account.ts';
import type { Row, TestRequest } from './request-row.ts';
import { listUnavailable } from './unavailable-requests.ts';

type Ids = Pick<
  Target,
  'userId' | 'username' | 'threadId' | 'replyId' | 'pollThreadId' | 'messageId'
>;

const get = (...paths: string[]): TestRequest[] =>
  paths.map((path) => ({ method: 'GET', path: `/v1${path}` }));
const post = (path: string, body: Record<string, unknown> = {}): TestRequest[] => [
  { method: 'POST', path: `/v1${path}`, body },
];
const row =
  (refersTo: Row['refersTo']) =>
  (requests: TestRequest[]): Row => ({ refersTo, requests });
const [hidden, user, nothing] = [row('hidden'), row('user'), row('nothing')];

/** Requests of the Mastodon API that read, by the ids of their routes. */
export function listMastodonReads(ids: Ids): Record<string, Row> {
  const { userId, username, threadId, replyId, pollThreadId, messageId } = ids;
  const account = `/accounts/${userId}`;
  const ofStatuses = (rest: string) =>
    hidden(get(...[threadId, replyId].map((id) => `/statuses/${id}${rest}`)));
  const ofFilter = (rest: string): TestRequest[] => [
    { method: 'GET', path: `/v2/filters/${threadId}${rest}` },
  ];
  const words = ['zorbathread', 'zorbareply', 'zorbaquote', 'zorbabelow', '%23zorbatag', 'zara'];
  return {
    'mastodon.verifyApp': nothing(get('/apps/verify_credentials')),
    'mastodon.verifyCredentials': nothing(get('/accounts/verify_credentials')),
    'mastodon.lookupAccount': user(get(`/accounts/lookup?acct=${username}`)),
    'mastodon.searchAccounts': nothing(get('/accounts/search?q=zorba', '/accounts/search?q=zara')),
    'mastodon.listAccounts': user(get(`/accounts?id[]=${userId}`)),
    'mastodon.listRelationships': user(get(`/accounts/relationships?id[]=${userId}`)),
    'mastodon.getAccount': user(get(account)),
    'mastodon.listAccountStatuses': user(
      get(
        ...['', '?exclude_replies=true', '?only_media=true', '?pinned=true'].map(
          (q) => `${account}/statuses${q}`,
        ),
      ),
    ),
    'mastodon.followers': user(get(`${account}/followers`)),
    'mastodon.following': user(get(`${account}/following`)),
    'mastodon.listFollowRequests': nothing(get('/follow_requests')),
    'mastodon.blocks': nothing(get('/blocks')),
    'mastodon.mutes': nothing(get('/mutes')),
    'mastodon.listDomainBlocks': nothing(get('/domain_blocks')),
    'mastodon.getStatus': ofStatuses(''),
    'mastodon.statusContext': ofStatuses('/context'),
    'mastodon.statusHistory': ofStatuses('/history'),
    'mastodon.quotes': ofStatuses('/quotes'),
    'mastodon.directory': nothing(get('/directory?order=new&limit=80', '/directory?limit=80')),
    'mastodon.instance.domainBlocks': nothing(get('/instance/domain_blocks')),
    'mastodon.instance.translationLanguages': nothing(get('/instance/translation_languages')),
    'mastodon.notificationPolicy.v1': nothing(get('/notifications/policy')),
    'mastodon.notificationPolicy.v2': nothing([
      { method: 'GET', path: '/v2/notifications/policy' },
    ]),
    'mastodon.listNotificationRequests': nothing(get('/notifications/requests')),
    'mastodon.notificationRequestsMerged': nothing(get('/notifications/requests/merged')),
    'mastodon.getNotificationRequest': hidden(get(`/notifications/requests/${userId}`)),
    'mastodon.listConversations': nothing(get('/conversations')),
    'mastodon.getStatus of a message': hidden(
      get(...['', '/context', '/source'].map((rest) => `/statuses/${messageId}${rest}`)),
    ),
    'mastodon.familiarFollowers': user(get(`/accounts/familiar_followers?id[]=${userId}`)),
    'mastodon.trends': nothing(get('/trends?limit=40')),
    'mastodon.trends.tags': nothing(get('/trends/tags?limit=40')),
    'mastodon.trends.statuses': nothing(get('/trends/statuses?limit=40')),
    'mastodon.trends.links': nothing(get('/trends/links')),
    'mastodon.suggestions.v1': nothing(get('/suggestions?limit=40')),
    'mastodon.suggestions.v2': nothing([{ method: 'GET', path: '/v2/suggestions?limit=40' }]),
    'mastodon.getTag': nothing(get('/tags/zorbatag')),
    'mastodon.followedTags': nothing(get('/followed_tags')),
    'mastodon.instance.peers': nothing(get('/instance/peers')),
    'mastodon.listFeaturedTags': nothing(get('/featured_tags')),
    'mastodon.suggestFeaturedTags': nothing(get('/featured_tags/suggestions')),
    'mastodon.featuredTagsOfAccount': user(get(`${account}/featured_tags`)),
    'mastodon.instance.languages': nothing(get('/instance/languages')),
    'mastodon.instance.rules': nothing(get('/instance/rules')),
    'mastodon.instance.about': nothing(get('/instance/extended_description')),
    'mastodon.instance.privacy': nothing(get('/instance/privacy_policy')),
    'mastodon.instance.terms': nothing(get('/instance/terms_of_service')),
    'mastodon.instance.termsOfDate': nothing(get('/instance/terms_of_service/2026-01-01')),
    'mastodon.getProfile': nothing(get('/profile')),
    'mastodon.statusSource': ofStatuses('/source'),
    'mastodon.favourited_by': ofStatuses('/favourited_by'),
    'mastodon.reblogged_by': ofStatuses('/reblogged_by'),
    'mastodon.getPoll': hidden(get(`/polls/${pollThreadId}`)),
    'mastodon.homeTimeline': nothing(get('/timelines/home?limit=40')),
    'mastodon.publicTimeline': nothing(get('/timelines/public?limit=40')),
    'mastodon.tagTimeline': nothing(get('/timelines/tag/other?any[]=zorbatag')),
    'mastodon.listLists': nothing(get('/lists')),
    'mastodon.getList': hidden(get(`/lists/${threadId}`)),
    'mastodon.listListAccounts': hidden(get(`/lists/${threadId}/accounts`)),
    'mastodon.listTimeline': hidden(get(`/timelines/list/${threadId}`)),
    'mastodon.listsOfAccount': user(get(`${account}/lists`)),
    'mastodon.bookmarks': nothing(get('/bookmarks')),
    'mastodon.favourites': nothing(get('/favourites')),
    'mastodon.listNotifications': nothing(get('/notifications?limit=40')),
    'mastodon.countUnreadNotifications': nothing(get('/notifications/unread_count')),
    'mastodon.countUnreadNotifications.v2': nothing([
      { method: 'GET', path: '/v2/notifications/unread_count' },
    ]),
    'mastodon.getNotification': hidden(get(`/notifications/${threadId}`)),
    'mastodon.listNotificationGroups': nothing([
      { method: 'GET', path: '/v2/notifications?limit=40' },
    ]),
    'mastodon.getNotificationGroup': hidden([
      { method: 'GET', path: `/v2/notifications/group-${threadId}` },
    ]),
    'mastodon.notificationGroupAccounts': hidden([
      { method: 'GET', path: `/v2/notifications/group-${threadId}/accounts` },
    ]),
    'mastodon.listStatuses': nothing(get(`/statuses?id[]=${threadId}&id[]=${replyId}`)),
    'mastodon.statusCard': ofStatuses('/card'),
    'mastodon.instance.activity': nothing(get('/instance/activity')),
    'mastodon.getPushSubscription': nothing(get('/push/subscription')),
    'mastodon.readMarkers': nothing(get('/markers')),
    'mastodon.getMedia': hidden(get(`/media/${threadId}`)),
    'mastodon.search': nothing(words.map((q) => ({ method: 'GET', path: `/v2/search?q=${q}` }))),
    'mastodon.search of an account': user([
      { method: 'GET', path: `/v2/search?q=@${username}@skein.test` },
      { method: 'GET', path: `/v2/search?q=http://skein.test/profile/${username}` },
    ]),
    'mastodon.search of a link': hidden(
      get().concat({
        method: 'GET',
        path: `/v2/search?type=statuses&q=${encodeURIComponent(`http://skein.test/thread/${threadId}`)}`,
      }),
    ),
    'mastodon.preferences': nothing(get('/preferences')),
    'mastodon.customEmojis': nothing(get('/custom_emojis')),
    'mastodon.instance.v1': nothing(get('/instance')),
    'mastodon.instance.v2': nothing([{ method: 'GET', path: '/v2/instance' }]),
    ...Object.fromEntries(
      ['v1', 'v2'].flatMap((version) => [
        [
          `mastodon.listFilters.${version}`,
          nothing([{ method: 'GET', path: `/${version}/filters` }]),
        ],
        [
          `mastodon.getFilter.${version}`,
          hidden([{ method: 'GET', path: `/${version}/filters/${threadId}` }]),
        ],
      ]),
    ),
    'mastodon.listFilterKeywords': hidden(ofFilter('/keywords')),
    'mastodon.getFilterKeyword': hidden([
      { method: 'GET', path: `/v2/filters/keywords/${threadId}` },
    ]),
    'mastodon.listFilterStatuses': hidden(ofFilter('/statuses')),
    'mastodon.getFilterStatus': hidden([
      { method: 'GET', path: `/v2/filters/statuses/${threadId}` },
    ]),
    'mastodon.listScheduledStatuses': nothing(get('/scheduled_statuses')),
    'mastodon.getScheduledStatus': hidden(get(`/scheduled_statuses/${threadId}`)),
    ...listUnavailable(ids, 'GET'),
  };
}

/** Requests of the Mastodon API that write, sent by viewers who may not see the owner's threads. */
export function listMastodonWrites(ids: Ids): Record<string, Row> {
  const { userId, threadId, pollThreadId, messageId } = ids;
  const status = `/statuses/${threadId}`;
  const toggles = [
    'mute',
    'unmute',
    'favourite',
    'unfavourite',
    'bookmark',
    'unbookmark',
    'reblog',
    'unreblog',
    'pin',
    'unpin',
  ];
  const actions = [
    'mute',
    'unmute',
    'follow',
    'unfollow',
    'remove_from_followers',
    'block',
    'unblock',
  ];
  const entries = (names: string[], end: string, toRow: (name: string) => Row) =>
    Object.fromEntries(names.map((name) => [`mastodon.${name}${end}`, toRow(name)]));
  return {
    'mastodon.createApp': nothing(post('/apps')),
    'mastodon.createStatus': hidden([
      ...post('/statuses', { status: 'x', in_reply_to_id: threadId }),
      ...post('/statuses', { status: 'x', quoted_status_id: threadId }),
    ]),
    'mastodon.createStatus of a message': hidden(
      post('/statuses', { status: 'x', visibility: 'direct', in_reply_to_id: messageId }),
    ),
    'mastodon.deleteStatus of a message': hidden([
      { method: 'PUT', path: `/v1/statuses/${messageId}`, body: { status: 'x' } },
      { method: 'DELETE', path: `/v1/statuses/${messageId}` },
    ]),
    'mastodon.translateStatus': hidden(post(`/statuses/${threadId}/translate`, { lang: 'de' })),
    'mastodon.unreadConversation': hidden(post(`/conversations/${userId}/unread`)),
    'mastodon.readConversation': hidden(post(`/conversations/${userId}/read`)),
    'mastodon.deleteConversation': user([
      { method: 'DELETE', path: `/v1/conversations/${userId}` },
    ]),
    'mastodon.editStatus': hidden([{ method: 'PUT', path: `/v1${status}`, body: { status: 'x' } }]),
    'mastodon.deleteStatus': hidden([{ method: 'DELETE', path: `/v1${status}` }]),
    ...entries(toggles, 'Status', (name) => hidden(post(`${status}/${name}`))),
    'mastodon.votePoll': hidden(post(`/polls/${pollThreadId}/votes`, { choices: [0] })),
    'mastodon.uploadMedia.v1': nothing(post('/media')),
    'mastodon.uploadMedia.v2': nothing([{ method: 'POST', path: '/v2/media', body: {} }]),
    'mastodon.updateMedia': hidden([
      { method: 'PUT', path: `/v1/media/${threadId}`, body: { description: 'x' } },
    ]),
    'mastodon.deleteMedia': hidden([{ method: 'DELETE', path: `/v1/media/${threadId}` }]),
    ...Object.fromEntries(
      (['v1', 'v2'] as const).flatMap((version) =>
        (['PATCH', 'PUT'] as const).map((method) => [
          `mastodon.changeNotificationPolicy.${version}.${method}`,
          nothing([{ method, path: `/${version}/notifications/policy`, body: {} }]),
        ]),
      ),
    ),
    'mastodon.createFeaturedTag': nothing(post('/featured_tags')),
    'mastodon.deleteFeaturedTag': hidden([
      { method: 'DELETE', path: `/v1/featured_tags/${threadId}`, body: {} },
    ]),
    'mastodon.featureTag': nothing(post('/tags/zorbatag/feature')),
    'mastodon.unfeatureTag': nothing(post('/tags/zorbatag/unfeature')),
    'mastodon.acceptNotificationRequest': user(post(`/notifications/requests/${userId}/accept`)),
    'mastodon.dismissNotificationRequest': hidden(
      post(`/notifications/requests/${userId}/dismiss`),
    ),
    'mastodon.acceptNotificationRequests': nothing(
      post('/notifications/requests/accept', { id: [userId] }),
    ),
    'mastodon.dismissNotificationRequests': nothing(
      post('/notifications/requests/dismiss', { id: [userId] }),
    ),
    'mastodon.blockDomain': nothing(post('/domain_blocks', { domain: 'other.example' })),
    'mastodon.unblockDomain': nothing([{ method: 'DELETE', path: '/v1/domain_blocks', body: {} }]),
    'mastodon.followTag': nothing(post('/tags/zorbatag/follow')),
    'mastodon.unfollowTag': nothing(post('/tags/zorbatag/unfollow')),
    // No fields: the request must not change the viewer.
    'mastodon.updateCredentials': nothing([
      { method: 'PATCH', path: '/v1/accounts/update_credentials', body: {} },
    ]),
    'mastodon.removeAvatar': nothing([{ method: 'DELETE', path: '/v1/profile/avatar' }]),
    'mastodon.removeHeader': nothing([{ method: 'DELETE', path: '/v1/profile/header' }]),
    'mastodon.listAnnouncements': nothing(get('/announcements')),
    'mastodon.dismissAnnouncement': hidden(post(`/announcements/${threadId}/dismiss`)),
    'mastodon.dismissSuggestion': user([{ method: 'DELETE', path: `/v1/suggestions/${userId}` }]),
    'mastodon.createReport': user([
      ...post('/reports', { account_id: userId }),
      ...post('/reports', { account_id: userId, status_ids: [threadId] }),
    ]),
    'mastodon.createList': nothing(post('/lists', { title: 'zorba' })),
    'mastodon.updateList': hidden([
      { method: 'PUT', path: `/v1/lists/${threadId}`, body: { title: 'x' } },
    ]),
    'mastodon.deleteList': hidden([{ method: 'DELETE', path: `/v1/lists/${threadId}` }]),
    'mastodon.addToList': hidden(post(`/lists/${threadId}/accounts`, { account_ids: [userId] })),
    'mastodon.removeFromList': hidden([
      { method: 'DELETE', path: `/v1/lists/${threadId}/accounts`, body: { account_ids: [userId] } },
    ]),
    ...Object.fromEntries(
      ['v1', 'v2'].flatMap((version) => {
        const path = `/${version}/filters`;
        return [
          [`mastodon.createFilter.${version}`, nothing([{ method: 'POST', path, body: {} }])],
          [
            `mastodon.updateFilter.${version}`,
            hidden([{ method: 'PUT', path: `${path}/${threadId}`, body: { phrase: 'x' } }]),
          ],
          [
            `mastodon.deleteFilter.${version}`,
            hidden([{ method: 'DELETE', path: `${path}/${threadId}` }]),
          ],
        ];
      }),
    ),
    'mastodon.addFilterKeyword': hidden([
      { method: 'POST', path: `/v2/filters/${threadId}/keywords`, body: { keyword: 'x' } },
    ]),
    'mastodon.updateFilterKeyword': hidden([
      { method: 'PUT', path: `/v2/filters/keywords/${threadId}`, body: { keyword: 'x' } },
    ]),
    'mastodon.deleteFilterKeyword': hidden([
      { method: 'DELETE', path: `/v2/filters/keywords/${threadId}` },
    ]),
    'mastodon.addFilterStatus': hidden([
      { method: 'POST', path: `/v2/filters/${threadId}/statuses`, body: { status_id: threadId } },
    ]),
    'mastodon.deleteFilterStatus': hidden([
      { method: 'DELETE', path: `/v2/filters/statuses/${threadId}` },
    ]),
    'mastodon.updateScheduledStatus': hidden([
      {
        method: 'PUT',
        path: `/v1/scheduled_statuses/${threadId}`,
        body: { scheduled_at: '2030-01-01T00:00:00.000Z' },
      },
    ]),
    'mastodon.deleteScheduledStatus': hidden([
      { method: 'DELETE', path: `/v1/scheduled_statuses/${threadId}` },
    ]),
    'mastodon.dismissNotification': nothing(post(`/notifications/${threadId}/dismiss`)),
    'mastodon.clearNotifications': nothing(post('/notifications/clear')),
    'mastodon.dismissNotificationGroup': nothing([
      { method: 'POST', path: `/v2/notifications/group-${threadId}/dismiss`, body: {} },
    ]),
    'mastodon.subscribeToPush': nothing(post('/push/subscription')),
    'mastodon.updatePushSubscription': nothing([
      { method: 'PUT', path: '/v1/push/subscription', body: {} },
    ]),
    'mastodon.deletePushSubscription': nothing([
      { method: 'DELETE', path: '/v1/push/subscription' },
    ]),
    'mastodon.saveMarkers': nothing(post('/markers')),
    'mastodon.authorizeFollowRequest': hidden(post(`/follow_requests/${userId}/authorize`)),
    'mastodon.rejectFollowRequest': hidden(post(`/follow_requests/${userId}/reject`)),
    'mastodon.saveNote': user(post(`/accounts/${userId}/note`, { comment: 'x' })),
    ...entries(actions, 'Account', (name) => user(post(`/accounts/${userId}/${name}`))),
    'mastodon.revokeQuote': hidden(post(`${status}/quotes/${ids.replyId}/revoke`)),
    // No fields: the request must not change the viewer.
    'mastodon.updateProfile': nothing([{ method: 'PATCH', path: '/v1/profile', body: {} }]),
    ...listUnavailable(ids, 'POST'),
    ...listUnavailable(ids, 'PUT'),
    ...listUnavailable(ids, 'DELETE'),
  };
}
