import { LazyLayer } from '../../../ui/layout/lazy-layer.tsx';
import { preloadMenus } from '../../../ui/menu.tsx';
import { useActsSoon } from '../engagement/load-mutations.ts';
import { closeCardLayer, useCardLayer } from './card-overlay.ts';

const loadLayers = async () => (await import('./card-overlays.tsx')).CardLayers;

/** Where menus and questions of cards appear. Stands once, in the shell. */
export function CardLayersHost() {
  useActsSoon();
  return <LazyLayer request={useCardLayer()} load={loadLayers} onClose={closeCardLayer} />;
}

/** To be called when somebody is about to open one. */
export function preloadCardLayers(): void {
  preloadMenus();
  loadLayers().catch(() => {
    // It is fetched again when it is opened.
  });
}
