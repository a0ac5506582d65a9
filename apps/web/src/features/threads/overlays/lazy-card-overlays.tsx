import { preloader } from '../../../lib/preloader.ts';
import { LazyOverlay } from '../../../ui/layout/lazy-overlay.tsx';
import { withMessages } from '../../../i18n/load-messages.ts';
import { preloadMenuPopup } from '../../../ui/menu.tsx';
import { closeCardOverlay, useCardOverlay } from './card-overlay.ts';

const loadCardOverlays = () =>
  withMessages(
    async () => ({ default: (await import('./card-overlays.tsx')).CardOverlays }),
    'users',
    'overlays',
  );

/** Renders the menus and dialogs of all cards. The shell contains it once. */
export function LazyCardOverlays() {
  return (
    <LazyOverlay request={useCardOverlay()} load={loadCardOverlays} onClose={closeCardOverlay} />
  );
}

/** Call this when the user is about to open an overlay, for example on hover. */
export function preloadCardOverlays(): void {
  preloadMenuPopup();
  preloader(loadCardOverlays)();
}
