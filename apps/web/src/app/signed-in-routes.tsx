import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { PagePlaceholder } from '../ui/layout/page.tsx';
import { adminPattern } from '../lib/admin-paths.ts';
import { paths } from '../lib/paths.ts';
import { feedLoader } from './feed-loader.ts';
import { lazyPage, retryLazyPages } from './lazy-page.tsx';
import { pageLoader } from './page-loader.ts';
import { withMessages } from '../i18n/load-messages.ts';

const notifications = pageLoader(
  async () =>
    (
      await withMessages(
        import('../pages/notifications/notifications-page.tsx'),
        'users',
        'notifications',
      )
    ).NotificationsPage,
);
const messages = pageLoader(
  async () =>
    (await withMessages(import('../pages/messages/messages-page.tsx'), 'chat')).MessagesPage,
);
const likes = pageLoader(
  async () =>
    (await withMessages(import('../pages/likes/likes-page.tsx'), 'threadPages')).LikesPage,
);
const bookmarks = pageLoader(
  async () =>
    (await withMessages(import('../pages/bookmarks/bookmarks-page.tsx'), 'threadPages'))
      .BookmarksPage,
);
const myPosts = pageLoader(
  async () =>
    (await withMessages(import('../pages/my-posts/my-posts-page.tsx'), 'threadPages')).MyPostsPage,
);
const search = pageLoader(
  async () =>
    (await withMessages(import('../pages/search/search-page.tsx'), 'users', 'search')).SearchPage,
);
const hashtag = pageLoader(
  async () =>
    (await withMessages(import('../pages/hashtag/hashtag-page.tsx'), 'search')).HashtagPage,
);
const thread = pageLoader(
  async () =>
    (await withMessages(import('../pages/thread/thread-page.tsx'), 'composer', 'threadPages'))
      .ThreadPage,
);

const profile = pageLoader(
  async () =>
    (await withMessages(import('../pages/profile/profile-page.tsx'), 'users')).ProfilePage,
);
const connections = pageLoader(
  async () =>
    (await withMessages(import('../pages/connections/connections-page.tsx'), 'users'))
      .ConnectionsPage,
);
const ownProfile = pageLoader(
  async () =>
    (await withMessages(import('../pages/own-profile/own-profile-page.tsx'), 'auth', 'settings'))
      .OwnProfilePage,
);
const settings = pageLoader(
  async () =>
    (await withMessages(import('../pages/settings/settings-page.tsx'), 'auth', 'users', 'settings'))
      .SettingsPage,
);

const sentRequests = pageLoader(
  async () =>
    (await withMessages(import('../pages/sent-requests/sent-requests-page.tsx'), 'users'))
      .SentRequestsPage,
);

const admin = pageLoader(
  async () =>
    (await withMessages(import('../pages/admin/admin-page.tsx'), 'users', 'moderation', 'admin'))
      .AdminPage,
);

/** The pages of signed-in users (spec, section 2). */
export const signedInRoutes = [
  { path: paths.feed, loader: feedLoader },
  { path: paths.search, loader: search },
  { path: paths.hashtagPattern, loader: hashtag },
  { path: paths.notifications, loader: notifications },
  { path: paths.messagesPattern, loader: messages },
  { path: paths.likes, loader: likes },
  { path: paths.bookmarks, loader: bookmarks },
  { path: paths.myPosts, loader: myPosts },
  { path: paths.threadPattern, loader: thread },
  { path: paths.ownProfile, loader: ownProfile },
  { path: paths.settings, loader: settings },
  { path: paths.sentRequests, loader: sentRequests },
  { path: adminPattern, loader: admin },
  { path: paths.profilePattern, loader: profile },
  { path: paths.followersPattern, loader: connections },
  { path: paths.followingPattern, loader: connections },
];

const routes = signedInRoutes.map(({ path, loader }) => ({ path, Page: lazyPage(loader) }));

/** The page that the current path selects. */
export function SignedInRoutes({ resetKey }: { resetKey: string }) {
  return (
    <ErrorBoundary resetKey={resetKey} onFailure={retryLazyPages}>
      <Suspense fallback={<PagePlaceholder />}>
        <Routes>
          {routes.map(({ path, Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          <Route path="*" element={<Navigate to={paths.feed} replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
