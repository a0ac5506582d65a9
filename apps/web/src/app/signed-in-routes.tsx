import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { PagePlaceholder } from '../ui/layout/page.tsx';
import { adminPattern } from '../lib/admin-paths.ts';
import { paths } from '../lib/paths.ts';
import { feed } from './feed-screen.ts';
import { retryScreens, screen } from './screen.tsx';
import { withMessages } from '../i18n/load-messages.ts';

const notifications = screen(
  async () =>
    (
      await withMessages(
        import('../pages/notifications/notifications-page.tsx'),
        'users',
        'notifications',
      )
    ).NotificationsPage,
);
const messages = screen(
  async () =>
    (await withMessages(import('../pages/messages/messages-page.tsx'), 'chat')).MessagesPage,
);
const likes = screen(
  async () =>
    (await withMessages(import('../pages/likes/likes-page.tsx'), 'threadPages')).LikesPage,
);
const bookmarks = screen(
  async () =>
    (await withMessages(import('../pages/bookmarks/bookmarks-page.tsx'), 'threadPages'))
      .BookmarksPage,
);
const myPosts = screen(
  async () =>
    (await withMessages(import('../pages/my-posts/my-posts-page.tsx'), 'threadPages')).MyPostsPage,
);
const search = screen(
  async () =>
    (await withMessages(import('../pages/search/search-page.tsx'), 'users', 'search')).SearchPage,
);
const hashtag = screen(
  async () =>
    (await withMessages(import('../pages/hashtag/hashtag-page.tsx'), 'search')).HashtagPage,
);
const thread = screen(
  async () =>
    (await withMessages(import('../pages/thread/thread-page.tsx'), 'composer', 'threadPages'))
      .ThreadPage,
);

const profile = screen(
  async () =>
    (await withMessages(import('../pages/profile/profile-page.tsx'), 'users')).ProfilePage,
);
const connections = screen(
  async () =>
    (await withMessages(import('../pages/connections/connections-page.tsx'), 'users'))
      .ConnectionsPage,
);
const ownProfile = screen(
  async () =>
    (await withMessages(import('../pages/own-profile/own-profile-page.tsx'), 'auth', 'settings'))
      .OwnProfilePage,
);
const settings = screen(
  async () =>
    (await withMessages(import('../pages/settings/settings-page.tsx'), 'auth', 'users', 'settings'))
      .SettingsPage,
);

const sentRequests = screen(
  async () =>
    (await withMessages(import('../pages/sent-requests/sent-requests-page.tsx'), 'users'))
      .SentRequestsPage,
);

const admin = screen(
  async () =>
    (await withMessages(import('../pages/admin/admin-page.tsx'), 'users', 'moderation', 'admin'))
      .AdminPage,
);

/** The screens of the signed-in by their addresses (spec, section 2). */
export const signedInScreens = [
  { path: paths.feed, screen: feed },
  { path: paths.search, screen: search },
  { path: paths.hashtagPattern, screen: hashtag },
  { path: paths.notifications, screen: notifications },
  { path: paths.messagesPattern, screen: messages },
  { path: paths.likes, screen: likes },
  { path: paths.bookmarks, screen: bookmarks },
  { path: paths.myPosts, screen: myPosts },
  { path: paths.threadPattern, screen: thread },
  { path: paths.ownProfile, screen: ownProfile },
  { path: paths.settings, screen: settings },
  { path: paths.sentRequests, screen: sentRequests },
  { path: adminPattern, screen: admin },
  { path: paths.profilePattern, screen: profile },
  { path: paths.followersPattern, screen: connections },
  { path: paths.followingPattern, screen: connections },
];

/** The screen of the signed-in that the address names. */
export function SignedInRoutes({ resetKey }: { resetKey: string }) {
  return (
    <ErrorBoundary resetKey={resetKey} onFailure={retryScreens}>
      <Suspense fallback={<PagePlaceholder />}>
        <Routes>
          {signedInScreens.map(({ path, screen: { Screen } }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="*" element={<Navigate to={paths.feed} replace />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
