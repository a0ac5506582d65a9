import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { AppShell } from '../ui/layout/app-shell.tsx';
import { logOut } from '../features/auth/api/log-out.ts';
import { currentUserQuery } from '../features/auth/api/current-user.queries.ts';
import { CardOverlayHost } from '../features/threads/overlays/card-overlay-host.tsx';
import { cachePreloadedFeed } from '../features/feed/api/preloaded-feed.ts';
import { readFeedKind } from '../features/feed/model/feed-kind.ts';
import { hasPending } from '../features/composer/pending/watch-pending.ts';
import { useDialogs } from '../lib/dialogs.tsx';
import { createQueryClient } from '../api/query-client.ts';
import { useSession } from '../lib/session/index.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { SharedDialogs } from './shared-dialogs.tsx';

const DeferredShell = lazy(async () => {
  await whenIdle();
  return { default: (await import('./deferred-shell.tsx')).DeferredShell };
});

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
  return (
    <>
      <AppShell
        user={user}
        onCreateThread={() => openComposer({ kind: 'thread' })}
        onLogOut={() => (hasPending() ? openShellDialog({ kind: 'sign-out' }) : void logOut())}
      >
        <Outlet />
      </AppShell>
      <SharedDialogs />
      <CardOverlayHost />
      <ErrorBoundary fallback={null}>
        <Suspense>
          <DeferredShell />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}
