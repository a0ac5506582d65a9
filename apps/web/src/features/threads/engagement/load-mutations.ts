import { useEffect } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';

const importMutations = () => import('./thread-mutations.ts');
type Mutations = Awaited<ReturnType<typeof importMutations>>;

let loading: Promise<Mutations> | null = null;

function loadMutations(): Promise<Mutations> {
  loading ??= importMutations().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Runs a mutation from the lazy chunk. The first render does not wait for the chunk; it is
 * preloaded when the page is idle, so that a click has its effect within one frame.
 */
export function runMutation(run: (mutations: Mutations) => void): void {
  loadMutations()
    .then(run)
    .catch(() => {
      // The chunk could not be loaded without a connection. Nothing was shown as done.
    });
}

/** Preloads the mutations when the page is idle. */
export function usePreloadMutations(): void {
  useEffect(() => {
    whenIdle()
      .then(loadMutations)
      .catch(() => {
        // A click tries again.
      });
  }, []);
}
