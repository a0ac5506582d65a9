import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { OfflineBar } from '../ui/layout/offline-bar.tsx';
import { withMessages } from '../i18n/load-messages.ts';
import { onLinkIntent } from '../lib/link-intent.ts';
import { paths } from '../lib/paths.ts';
import { useBackgroundServices } from './use-background-services.ts';
import { useFocusRestoration } from './use-focus-restoration.ts';

/** The parts of the signed-in shell that the first paint does not need. */
export function DeferredShell() {
  useFocusRestoration();
  useBackgroundServices();
  const [HoverCard, setHoverCard] = useState<ComponentType>();
  useEffect(
    () =>
      onLinkIntent((pathname) => {
        if (!matchPath(paths.profilePattern, pathname)) return;
        loadHoverCard().then(
          (loaded) => setHoverCard(() => loaded),
          // The next link to a profile tries again.
          () => undefined,
        );
      }),
    [],
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
