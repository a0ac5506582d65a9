import { useEffect } from 'react';
import { matchPath } from 'react-router-dom';
import { OfflineBar } from '../ui/layout/offline-bar.tsx';
import { onLinkIntent } from '../lib/link-intent.ts';
import { signedInScreens } from './signed-in-routes.tsx';
import { useLiveShell } from './use-live-shell.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** What surrounds the screens of the signed-in, but no first sight of one needs. */
export function LateShell() {
  useReturnFocus();
  useLiveShell();
  useEffect(() => onLinkIntent(preload), []);
  return <OfflineBar />;
}

/** Fetches what a link will show before it is followed. */
function preload(pathname: string): void {
  const found = signedInScreens.find(({ path }) => matchPath(path, pathname));
  found?.screen.load().catch(() => {
    // It is fetched again when it is shown.
  });
}
