import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { openCardLayer } from '../overlays/card-overlay.ts';
import { preloadCardLayers } from '../overlays/card-overlay-host.tsx';

/** Says that a thread was edited; opens what it said before. */
export function EditedButton({ thread }: { thread: Thread }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="rounded-sm leading-6 hover:underline"
      onFocus={preloadCardLayers}
      onPointerEnter={preloadCardLayers}
      onClick={() => openCardLayer({ kind: 'history', thread, screen: 'feed' })}
    >
      {t('thread.edited')}
    </button>
  );
}
