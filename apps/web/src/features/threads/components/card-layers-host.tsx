import { Suspense, lazy, useState } from 'react';
import { preloadMenus } from '../../../components/ui/menu.tsx';
import { useActsSoon } from '../api/load-acts.ts';
import { closeCardLayer, useCardLayer } from '../model/card-layer.ts';

const loadLayers = () => import('./card-layers.tsx');
const LazyCardLayers = lazy(async () => ({ default: (await loadLayers()).CardLayers }));

/** Where menus and questions of cards appear. Stands once, in the shell. */
export function CardLayersHost() {
  const layer = useCardLayer();
  useActsSoon();
  // The last one stays while it fades out.
  const [last, setLast] = useState({ layer, opening: 0 });
  if (layer !== null && layer !== last.layer) setLast({ layer, opening: last.opening + 1 });
  if (last.layer === null) return null;
  const shown = last.layer;
  return (
    <Suspense>
      <LazyCardLayers
        key={last.opening}
        layer={shown}
        isOpen={layer === shown}
        onClose={() => closeCardLayer(shown)}
      />
    </Suspense>
  );
}

/** To be called when somebody is about to open one. */
export function preloadCardLayers(): void {
  preloadMenus();
  loadLayers().catch(() => {
    // It is fetched again when it is opened.
  });
}
