import SmilePlus from 'lucide-react/icons/face-slightly-smiling-plus';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { openCardOverlay } from '../overlays/card-overlay.ts';
import { summarizeReactions } from './reactions.ts';
import { ActionButton } from './action-button.tsx';
import { preloadCardOverlays } from '../overlays/lazy-card-overlays.tsx';
import { ReactionIcon } from './reaction-icon.tsx';
import { useLongPress } from './use-long-press.ts';

/** The reactions of a thread. Opens the picker by a click, a long press or by hovering. */
export function ReactionButton({ thread }: { thread: Thread }) {
  const { total, top } = summarizeReactions(thread);
  const { myReaction } = thread;

  const open = (anchor: HTMLElement, isHover: boolean) => {
    openCardOverlay({ kind: 'reactions', thread, screen: 'feed', anchor, isHover });
  };
  const { cancel, startHover, handlers } = useLongPress(open);

  return (
    <ActionButton
      label={t('card.react')}
      count={total}
      countText={t('card.reactions', { count: total })}
      aria-haspopup="dialog"
      // The picker appears where the tooltip would be.
      hasTooltip={false}
      aria-pressed={myReaction !== null}
      className="touch-manipulation select-none"
      onClick={({ currentTarget }) => {
        cancel();
        open(currentTarget, false);
      }}
      onFocus={preloadCardOverlays}
      onPointerEnter={(event) => {
        preloadCardOverlays();
        if (event.pointerType === 'mouse') startHover(event);
      }}
      {...handlers}
    >
      {top.length === 0 ? (
        <SmilePlus aria-hidden className="size-4.5" />
      ) : (
        <span className="isolate flex shrink-0 *:relative *:not-first:-ml-1.5 *:nth-1:z-2 *:nth-2:z-1 max-sm:*:nth-3:hidden max-[22rem]:*:nth-2:hidden">
          {top.map((type) => (
            <span key={type} className="rounded-full ring-2 ring-canvas">
              <ReactionIcon type={type} size={18} />
            </span>
          ))}
        </span>
      )}
    </ActionButton>
  );
}
