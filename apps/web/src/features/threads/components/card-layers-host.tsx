import { Suspense, lazy, useState } from 'react';
import { ErrorBoundary } from '../../../components/layout/error-boundary.tsx';
import { preloadMenus } from '../../../components/ui/menu.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { useActsSoon } from '../api/load-acts.ts';
import { closeCardLayer, useCardLayer } from '../model/card-layer.ts';

const loadLayers = () => import('./card-layers.tsx');
const lazyLayers = () => lazy(async () => ({ default: (await loadLayers()).CardLayers }));

/** Where menus and questions of cards appear. Stands once, in the shell. */
export function CardLayersHost() {
  const layer = useCardLayer();
  const [LazyCardLayers, setLazy] = useState(lazyLayers);
  useActsSoon();
  // The last one stays while it fades out.
  const [last, setLast] = useState({ layer, opening: 0 });
  if (layer !== null && layer !== last.layer) setLast({ layer, opening: last.opening + 1 });
  if (last.layer === null) return null;
  const shown = last.layer;
  const giveUp = () => {
    // What once failed to load stays failed: the next opening asks for it anew.
    setLazy(lazyLayers);
    closeCardLayer(shown);
    toast.error(t('common.networkError'));
  };
  return (
    <ErrorBoundary resetKey={String(last.opening)} fallback={null} onFailure={giveUp}>
      <Suspense>
        <LazyCardLayers
          key={last.opening}
          layer={shown}
          isOpen={layer === shown}
          onClose={() => closeCardLayer(shown)}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** To be called when somebody is about to open one. */
export function preloadCardLayers(): void {
  preloadMenus();
  loadLayers().catch(() => {
    // It is fetched again when it is opened.
  });
}
