import { useEffect } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';

const loadActs = () => import('./thread-mutations.ts');
type Acts = Awaited<ReturnType<typeof loadActs>>;

let loading: Promise<Acts> | null = null;

function loadOnce(): Promise<Acts> {
  loading ??= loadActs().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Does something to a thread. What does it is no part of a page's first sight, but is there
 * before the first click, which is answered within one frame then.
 */
export function act(run: (acts: Acts) => void): void {
  loadOnce()
    .then(run)
    .catch(() => {
      // Without a connection since before the page was at rest: nothing has been shown as done.
    });
}

/** The same for what takes time; settles once it is done, or could not be begun. */
export async function actToEnd(run: (acts: Acts) => Promise<void>): Promise<void> {
  try {
    await run(await loadOnce());
  } catch {
    // As in `act`.
  }
}

/** Fetches what acts on threads once the page is at rest. */
export function useActsSoon(): void {
  useEffect(() => {
    whenIdle()
      .then(loadOnce)
      .catch(() => {
        // The click asks again.
      });
  }, []);
}
