import { Redirect, Route, Switch } from 'wouter';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { PagePlaceholder } from '../ui/layout/page.tsx';
import { adminPattern } from '../lib/admin-paths.ts';
import { componentOf } from '../lib/lazy-component.tsx';
import { paths } from '../lib/paths.ts';
import { pageLoader } from './page-loader.ts';
import type { PageLoader } from './page-loader.ts';
import { conversationBody } from '../features/chat/conversation/lazy-conversation-body.ts';
import { FeedPage } from '../pages/feed/feed-page.tsx';

// Most visits start with the feed, so it is part of the layout's chunk.
const feed: PageLoader = { load: async () => FeedPage, getLoaded: () => FeedPage };
const notifications = pageLoader(
  async () => (await import('../pages/notifications/notifications-page.tsx')).NotificationsPage,
  'users',
  'notifications',
);
const messagesPage = pageLoader(
  async () => (await import('../pages/messages/messages-page.tsx')).MessagesPage,
  'chat',
);
const messages: PageLoader = {
  ...messagesPage,
  async load() {
    const isOpen = window.location.pathname.startsWith(`${paths.messages}/`);
    const [page] = await Promise.all([messagesPage.load(), isOpen && conversationBody.load()]);
    return page;
  },
};
const joinGroup = pageLoader(
  async () => (await import('../pages/join-group/join-group-page.tsx')).JoinGroupPage,
  'chat',
  'groups',
);
const likes = pageLoader(
  async () => (await import('../pages/likes/likes-page.tsx')).LikesPage,
  'threadPages',
);
const bookmarks = pageLoader(
  async () => (await import('../pages/bookmarks/bookmarks-page.tsx')).BookmarksPage,
  'threadPages',
  'overlays',
);
const scheduled = pageLoader(
  async () => (await import('../pages/scheduled/scheduled-page.tsx')).ScheduledPage,
  'composer',
  'scheduled',
);
const myPosts = pageLoader(
  async () => (await import('../pages/my-posts/my-posts-page.tsx')).MyPostsPage,
  'threadPages',
);
const search = pageLoader(
  async () => (await import('../pages/search/search-page.tsx')).SearchPage,
  'users',
  'search',
  'hashtags',
);
const hashtag = pageLoader(
  async () => (await import('../pages/hashtag/hashtag-page.tsx')).HashtagPage,
  'hashtags',
);
const list = pageLoader(
  async () => (await import('../pages/list/list-page.tsx')).ListPage,
  'users',
  'lists',
  'connections',
);
const thread = pageLoader(
  async () => (await import('../pages/thread/thread-page.tsx')).ThreadPage,
  'composer',
  'threadPages',
);
const engagement = pageLoader(
  async () => (await import('../pages/engagement/engagement-page.tsx')).EngagementPage,
  'users',
  'threadPages',
  'connections',
);

const profile = pageLoader(
  async () => (await import('../pages/profile/profile-page.tsx')).ProfilePage,
  'users',
  'profilePage',
  'overlays',
);
const connections = pageLoader(
  async () => (await import('../pages/connections/connections-page.tsx')).ConnectionsPage,
  'users',
  'profilePage',
  'connections',
  'overlays',
);
const ownProfile = pageLoader(
  async () => (await import('../pages/own-profile/own-profile-page.tsx')).OwnProfilePage,
  'auth',
  'settings',
);
const settings = pageLoader(
  async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
  'lists',
  'apps',
  'auth',
  'hashtags',
  'users',
  'settings',
  'connections',
  'overlays',
);

const accountStatus = pageLoader(
  async () => (await import('../pages/account-status/account-status-page.tsx')).AccountStatusPage,
  'strikes',
);
const reportMessages = pageLoader(
  async () =>
    (await import('../pages/report-messages/report-messages-page.tsx')).ReportMessagesPage,
  'strikes',
  'users',
);
const sentRequests = pageLoader(
  async () => (await import('../pages/sent-requests/sent-requests-page.tsx')).SentRequestsPage,
  'users',
  'connections',
);
const importedPosts = pageLoader(
  async () => (await import('../pages/imported-posts/imported-posts-page.tsx')).ImportedPostsPage,
  'users',
  'importedPosts',
);

const admin = pageLoader(
  async () => (await import('../pages/admin/admin-page.tsx')).AdminPage,
  'users',
  'overlays',
  'admin',
  'strikes',
);

const invitations = pageLoader(
  async () => (await import('../pages/invitations/invitations-page.tsx')).InvitationsPage,
  'admin',
);
const setup = pageLoader(
  async () => (await import('../pages/setup/setup-page.tsx')).SetupPage,
  'users',
  'admin',
);

/** The pages of signed-in users. */
export const signedInRoutes = [
  { path: paths.feed, loader: feed },
  { path: paths.search, loader: search },
  { path: paths.hashtagPattern, loader: hashtag },
  { path: paths.listPattern, loader: list },
  { path: paths.notifications, loader: notifications },
  { path: paths.messagesPattern, loader: messages },
  { path: paths.joinGroup, loader: joinGroup },
  { path: paths.likes, loader: likes },
  { path: paths.bookmarksPattern, loader: bookmarks },
  { path: paths.scheduled, loader: scheduled },
  { path: paths.myPosts, loader: myPosts },
  { path: paths.threadPattern, loader: thread },
  { path: paths.engagementPattern, loader: engagement },
  { path: paths.ownProfile, loader: ownProfile },
  { path: paths.settings, loader: settings },
  { path: paths.accountStatus, loader: accountStatus },
  { path: paths.reportMessages, loader: reportMessages },
  { path: paths.sentRequests, loader: sentRequests },
  { path: paths.importedPosts, loader: importedPosts },
  { path: paths.setup, loader: setup },
  { path: paths.invitations, loader: invitations },
  { path: adminPattern, loader: admin },
  { path: paths.profilePattern, loader: profile },
  { path: paths.followersPattern, loader: connections },
  { path: paths.followingPattern, loader: connections },
];

const routes = signedInRoutes.map(({ path, loader }) => ({ path, Page: componentOf(loader) }));

/** The page that the current path selects. */
export function SignedInRoutes({ resetKey }: { resetKey: string }) {
  return (
    <ErrorBoundary resetKey={resetKey}>
      <Switch>
        {routes.map(({ path, Page }) => (
          <Route key={path} path={path}>
            <Page fallback={<PagePlaceholder />} />
          </Route>
        ))}
        <Route>
          <Redirect to={paths.feed} replace />
        </Route>
      </Switch>
    </ErrorBoundary>
  );
}
