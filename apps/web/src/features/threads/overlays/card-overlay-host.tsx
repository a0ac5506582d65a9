import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { withMessages } from '../../../i18n/load-messages.ts';
import { LazyMenuPopup } from '../../../ui/menu.tsx';
import { usePreloadMutations } from '../engagement/load-mutations.ts';
import { closeCardOverlay, useCardOverlay } from './card-overlay.ts';

const CardOverlays = lazyComponent(() =>
  withMessages(async () => (await import('./card-overlays.tsx')).CardOverlays, 'users', 'overlays'),
);

/** Renders the menus and dialogs of all cards. The shell contains it once. */
export function CardOverlayHost() {
  usePreloadMutations();
  return <LazyOverlay request={useCardOverlay()} Layer={CardOverlays} onClose={closeCardOverlay} />;
}

/** Call this when the user is about to open an overlay, for example on hover. */
export function preloadCardOverlays(): void {
  LazyMenuPopup.preload();
  CardOverlays.preload();
}
