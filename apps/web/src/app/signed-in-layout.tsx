import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { matchPath, Outlet } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { AppShell } from '../ui/layout/app-shell.tsx';
import { OfflineBar } from '../ui/layout/offline-bar.tsx';
import { countUnread, switchAccount } from '../features/auth/accounts/accounts.ts';
import { logOut } from '../features/auth/sign-in/log-out.ts';
import { currentUserQuery } from '../features/auth/account/current-user.queries.ts';
import { LazyCardOverlays } from '../features/threads/overlays/lazy-card-overlays.tsx';
import { cachePreloadedFeed } from '../features/feed/preloaded-feed.ts';
import { readFeedKind } from '../features/feed/feed-kind.ts';
import { hasPending } from '../features/composer/pending/watch-pending.ts';
import { useDialogs } from '../lib/dialogs.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { useSession } from '../lib/session/index.ts';
import { withMessages } from '../i18n/load-messages.ts';
import { onLinkIntent } from '../lib/link-intent.ts';
import { paths } from '../lib/paths.ts';
import { SharedDialogs } from './shared-dialogs.tsx';
import { useBackgroundServices } from './use-background-services.ts';
import { useFocusRestoration } from './use-focus-restoration.ts';

const ProfileHoverCard = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../features/relationships/profile-hover-card.tsx')).ProfileHoverCard,
    }),
    'users',
    'profilePage',
  ),
);

/** The shell. Each user gets a new query cache, so that no data passes to the next one. */
export function SignedInLayout() {
  const { user } = useSession();
  return <UserLayout key={user?.id} />;
}

function UserLayout() {
  const [queryClient] = useState(() => {
    const client = createQueryClient();
    cachePreloadedFeed(client, readFeedKind(new URLSearchParams(window.location.search)));
    return client;
  });
  return (
    <QueryClientProvider client={queryClient}>
      <Shell />
    </QueryClientProvider>
  );
}

function Shell() {
  const { user } = useSession();
  const { openComposer, openShellDialog } = useDialogs();
  useQuery(currentUserQuery);
  useFocusRestoration();
  useBackgroundServices();
  return (
    <>
      <AppShell
        user={user}
        onCreateThread={() => openComposer({ kind: 'thread' })}
        onLogOut={() => (hasPending() ? openShellDialog({ kind: 'sign-out' }) : void logOut())}
        accounts={{
          switchTo: switchAccount,
          countUnread,
          onLogOutOfAll: () => openShellDialog({ kind: 'sign-out-all' }),
        }}
      >
        <Outlet />
      </AppShell>
      <SharedDialogs />
      <OfflineBar />
      <LazyCardOverlays />
      <ErrorBoundary fallback={null}>
        <Suspense>
          <HoverCards />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** The card of a user, loaded with the first link to a profile that gets the pointer or the focus. */
function HoverCards() {
  const [isNeeded, setIsNeeded] = useState(false);
  useEffect(
    () =>
      onLinkIntent((pathname) => {
        if (matchPath(paths.profilePattern, pathname)) setIsNeeded(true);
      }),
    [],
  );
  return isNeeded && <ProfileHoverCard />;
}
