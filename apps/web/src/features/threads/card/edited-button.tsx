import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { openCardOverlay } from '../overlays/card-overlay.ts';
import { preloadCardOverlays } from '../overlays/lazy-card-overlays.tsx';

/** Marks an edited thread and opens its edit history. */
export function EditedButton({ thread }: { thread: Thread }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="rounded-sm leading-6 hover:underline pointer-coarse:-mx-2 pointer-coarse:-mt-3 pointer-coarse:-mb-1 pointer-coarse:px-2 pointer-coarse:pt-3 pointer-coarse:pb-1"
      onFocus={preloadCardOverlays}
      onPointerEnter={preloadCardOverlays}
      onClick={() => openCardOverlay({ kind: 'history', thread, screen: 'feed' })}
    >
      {t(thread.remote === null ? 'thread.edited' : 'thread.editedElsewhere')}
    </button>
  );
}
