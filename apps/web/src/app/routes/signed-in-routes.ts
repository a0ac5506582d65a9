import { redirect } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { adminPattern } from '../../lib/admin-paths.ts';
import { paths } from '../../lib/paths.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import { lazyPage } from './lazy-page.ts';

const connectionsPage = lazyPage(
  async () => (await import('../../pages/connections/connections-page.tsx')).ConnectionsPage,
  'users',
  'profilePage',
  'connections',
  'overlays',
);

/** All in one chunk: separate ones would split what they share with the feed into more files. */
const loadSettings = () =>
  withMessages(
    () => import('../../pages/settings/settings-pages.ts'),
    'lists',
    'apps',
    'auth',
    'hashtags',
    'users',
    'settings',
    'connections',
    'overlays',
  );

const settingsPage = (name: keyof Awaited<ReturnType<typeof loadSettings>>) => async () => ({
  Component: (await loadSettings())[name],
});

const settingsRoute: RouteObject = {
  path: paths.settings,
  lazy: settingsPage('SettingsPage'),
  children: [
    { index: true, lazy: settingsPage('ProfileSettingsPage') },
    { path: 'security', lazy: settingsPage('SecuritySettingsPage') },
    { path: 'privacy', lazy: settingsPage('PrivacySettingsPage') },
    { path: 'feeds', lazy: settingsPage('FeedSettingsPage') },
    { path: 'appearance', lazy: settingsPage('AppearanceSettingsPage') },
    { path: 'notifications', lazy: settingsPage('NotificationSettingsPage') },
    { path: 'data', lazy: settingsPage('DataSettingsPage') },
    { path: 'about', lazy: settingsPage('AboutSettingsPage') },
    { path: '*', loader: () => redirect(paths.settings) },
  ],
};

/** The pages in the layout of signed-in users. */
export const signedInRoutes: RouteObject[] = [
  {
    path: paths.feed,
    lazy: lazyPage(async () => (await import('../../pages/feed/feed-page.tsx')).FeedPage),
  },
  {
    path: paths.search,
    lazy: lazyPage(
      async () => (await import('../../pages/search/search-page.tsx')).SearchPage,
      'users',
      'search',
      'hashtags',
    ),
  },
  {
    path: paths.hashtagPattern,
    lazy: lazyPage(
      async () => (await import('../../pages/hashtag/hashtag-page.tsx')).HashtagPage,
      'hashtags',
    ),
  },
  {
    path: paths.lists,
    lazy: lazyPage(
      async () => (await import('../../pages/lists/lists-page.tsx')).ListsPage,
      'users',
      'lists',
    ),
  },
  {
    path: paths.listPattern,
    lazy: lazyPage(
      async () => (await import('../../pages/list/list-page.tsx')).ListPage,
      'users',
      'lists',
      'connections',
    ),
  },
  {
    path: paths.notifications,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/notifications/notifications-page.tsx')).NotificationsPage,
      'users',
      'notifications',
    ),
  },
  {
    path: paths.filteredNotifications,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/filtered-notifications/filtered-notifications-page.tsx'))
          .FilteredNotificationsPage,
      'users',
      'notifications',
    ),
  },
  {
    path: paths.messagesPattern,
    lazy: lazyPage(
      async () => (await import('../../pages/messages/messages-page.tsx')).MessagesPage,
      'chat',
    ),
  },
  {
    path: paths.joinGroup,
    lazy: lazyPage(
      async () => (await import('../../pages/join-group/join-group-page.tsx')).JoinGroupPage,
      'chat',
      'groups',
    ),
  },
  {
    path: paths.likes,
    lazy: lazyPage(
      async () => (await import('../../pages/likes/likes-page.tsx')).LikesPage,
      'threadPages',
    ),
  },
  {
    path: paths.bookmarksPattern,
    lazy: lazyPage(
      async () => (await import('../../pages/bookmarks/bookmarks-page.tsx')).BookmarksPage,
      'threadPages',
      'overlays',
    ),
  },
  {
    path: paths.scheduled,
    lazy: lazyPage(
      async () => (await import('../../pages/scheduled/scheduled-page.tsx')).ScheduledPage,
      'composer',
      'scheduled',
    ),
  },
  {
    path: paths.myPosts,
    lazy: lazyPage(
      async () => (await import('../../pages/my-posts/my-posts-page.tsx')).MyPostsPage,
      'threadPages',
    ),
  },
  {
    path: paths.threadPattern,
    lazy: lazyPage(
      async () => (await import('../../pages/thread/thread-page.tsx')).ThreadPage,
      'composer',
      'threadPages',
    ),
  },
  {
    path: paths.engagementPattern,
    lazy: lazyPage(
      async () => (await import('../../pages/engagement/engagement-page.tsx')).EngagementPage,
      'users',
      'threadPages',
      'connections',
    ),
  },
  {
    path: paths.ownProfile,
    lazy: lazyPage(
      async () => (await import('../../pages/own-profile/own-profile-page.tsx')).OwnProfilePage,
      'auth',
      'settings',
    ),
  },
  settingsRoute,
  {
    path: paths.accountStatus,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/account-status/account-status-page.tsx')).AccountStatusPage,
      'strikes',
    ),
  },
  {
    path: paths.reportMessages,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/report-messages/report-messages-page.tsx')).ReportMessagesPage,
      'strikes',
      'users',
    ),
  },
  {
    path: paths.sentRequests,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/sent-requests/sent-requests-page.tsx')).SentRequestsPage,
      'users',
      'connections',
    ),
  },
  {
    path: paths.importedPosts,
    lazy: lazyPage(
      async () =>
        (await import('../../pages/imported-posts/imported-posts-page.tsx')).ImportedPostsPage,
      'users',
      'importedPosts',
    ),
  },
  {
    path: paths.invitations,
    lazy: lazyPage(
      async () => (await import('../../pages/invitations/invitations-page.tsx')).InvitationsPage,
      'admin',
    ),
  },
  {
    path: paths.setup,
    lazy: lazyPage(
      async () => (await import('../../pages/setup/setup-page.tsx')).SetupPage,
      'users',
      'admin',
    ),
  },
  {
    path: adminPattern,
    lazy: lazyPage(
      async () => (await import('../../pages/admin/admin-page.tsx')).AdminPage,
      'users',
      'overlays',
      'admin',
      'strikes',
    ),
  },
  {
    path: paths.profilePattern,
    lazy: lazyPage(
      async () => (await import('../../pages/profile/profile-page.tsx')).ProfilePage,
      'users',
      'profilePage',
      'overlays',
    ),
  },
  { path: paths.followersPattern, lazy: connectionsPage },
  { path: paths.followingPattern, lazy: connectionsPage },
  { path: '*', loader: () => redirect(paths.feed) },
];
