import { useEffect } from 'react';
import { matchRoute, useRouter } from 'wouter';
import type { Parser } from 'wouter';
import { OfflineBar } from '../ui/layout/offline-bar.tsx';
import { onLinkIntent } from '../lib/link-intent.ts';
import { signedInRoutes } from './signed-in-routes.tsx';
import { useBackgroundServices } from './use-background-services.ts';
import { useFocusRestoration } from './use-focus-restoration.ts';

/** The parts of the signed-in shell that the first paint does not need. */
export function DeferredShell() {
  useFocusRestoration();
  useBackgroundServices();
  const { parser } = useRouter();
  useEffect(() => onLinkIntent((pathname) => preload(pathname, parser)), [parser]);
  return <OfflineBar />;
}

/** Loads the page of a link before the user follows it. */
function preload(pathname: string, parser: Parser): void {
  const found = signedInRoutes.find(({ path }) => matchRoute(parser, path, pathname)[0]);
  found?.loader.load().catch(() => {
    // It is requested again when it is shown.
  });
}
