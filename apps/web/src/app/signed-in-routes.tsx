import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { PagePlaceholder } from '../ui/layout/page.tsx';
import { adminPattern } from '../lib/admin-paths.ts';
import { paths } from '../lib/paths.ts';
import { feed } from './feed-screen.ts';
import { retryScreens, screen } from './screen.tsx';

const notifications = screen(
  async () => (await import('../pages/notifications/notifications-page.tsx')).NotificationsPage,
);
const messages = screen(
  async () => (await import('../pages/messages/messages-page.tsx')).MessagesPage,
);
const likes = screen(async () => (await import('../pages/likes/likes-page.tsx')).LikesPage);
const bookmarks = screen(
  async () => (await import('../pages/bookmarks/bookmarks-page.tsx')).BookmarksPage,
);
const myPosts = screen(
  async () => (await import('../pages/my-posts/my-posts-page.tsx')).MyPostsPage,
);
const search = screen(async () => (await import('../pages/search/search-page.tsx')).SearchPage);
const hashtag = screen(async () => (await import('../pages/hashtag/hashtag-page.tsx')).HashtagPage);
const thread = screen(async () => (await import('../pages/thread/thread-page.tsx')).ThreadPage);

const profile = screen(async () => (await import('../pages/profile/profile-page.tsx')).ProfilePage);
const connections = screen(
  async () => (await import('../pages/connections/connections-page.tsx')).ConnectionsPage,
);
const ownProfile = screen(
  async () => (await import('../pages/own-profile/own-profile-page.tsx')).OwnProfilePage,
);
const settings = screen(
  async () => (await import('../pages/settings/settings-page.tsx')).SettingsPage,
);

const sentRequests = screen(
  async () => (await import('../pages/sent-requests/sent-requests-page.tsx')).SentRequestsPage,
);

const admin = screen(async () => (await import('../pages/admin/admin-page.tsx')).AdminPage);

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
