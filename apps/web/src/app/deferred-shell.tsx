import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { matchRoute, useRouter } from 'wouter';
import type { Parser } from 'wouter';
import { OfflineBar } from '../ui/layout/offline-bar.tsx';
import { withMessages } from '../i18n/load-messages.ts';
import { onLinkIntent } from '../lib/link-intent.ts';
import { paths } from '../lib/paths.ts';
import { signedInRoutes } from './signed-in-routes.tsx';
import { useBackgroundServices } from './use-background-services.ts';
import { useFocusRestoration } from './use-focus-restoration.ts';

/** The parts of the signed-in shell that the first paint does not need. */
export function DeferredShell() {
  useFocusRestoration();
  useBackgroundServices();
  const { parser } = useRouter();
  const [HoverCard, setHoverCard] = useState<ComponentType>();
  useEffect(
    () =>
      onLinkIntent((pathname) => {
        preload(pathname, parser);
        if (!matchRoute(parser, paths.profilePattern, pathname)[0]) return;
        loadHoverCard().then(
          (loaded) => setHoverCard(() => loaded),
          // The next link to a profile tries again.
          () => undefined,
        );
      }),
    [parser],
  );
  return (
    <>
      <OfflineBar />
      {HoverCard && <HoverCard />}
    </>
  );
}

const loadHoverCard = () =>
  withMessages(
    async () =>
      (await import('../features/relationships/components/profile-hover-card.tsx'))
        .ProfileHoverCard,
    'users',
    'profilePage',
  );

/** Loads the page of a link before the user follows it. */
function preload(pathname: string, parser: Parser): void {
  const found = signedInRoutes.find(({ path }) => matchRoute(parser, path, pathname)[0]);
  found?.loader.load().catch(() => {
    // It is requested again when it is shown.
  });
}
