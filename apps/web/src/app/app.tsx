import { useEffect } from 'react';
import type { ComponentType } from 'react';
import { RouterProvider } from 'react-router-dom';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { firstInteraction } from '../lib/first-interaction.ts';
import type { InteractionEvent } from '../lib/first-interaction.ts';
import { watchAddressToken } from './routes/create-router.ts';
import type { AppRouter } from './routes/create-router.ts';
import { preloadLinks } from './routes/preload-links.ts';
import { watchSession } from './watch-session.ts';

// The overlays that every page can open. A toast follows an action.
const Toasts = lazyOverlay(
  ['pointerdown', 'keydown'],
  async () => (await import('../ui/toasts.tsx')).Toasts,
);
const TooltipLayer = lazyOverlay(
  ['pointerover', 'focusin'],
  async () => (await import('../ui/tooltip-layer.tsx')).TooltipLayer,
  '[data-tooltip]',
);

export function App({ router }: { router: AppRouter }) {
  useEffect(watchSession, []);
  useEffect(() => watchAddressToken(router), [router]);
  useEffect(preloadLinks, []);
  return (
    <>
      <ErrorBoundary>
        <RouterProvider router={router} />
      </ErrorBoundary>
      <ErrorBoundary fallback={null}>
        <Toasts />
        <TooltipLayer />
      </ErrorBoundary>
    </>
  );
}

/** Tries again with the next event, because toasts also report that the network fails. */
function lazyOverlay(
  events: readonly InteractionEvent[],
  load: () => Promise<ComponentType>,
  selector?: string,
) {
  const loadOnInteraction = async (): Promise<ComponentType> => {
    await firstInteraction(events, selector);
    return load().catch(loadOnInteraction);
  };
  return lazyComponent(loadOnInteraction);
}
