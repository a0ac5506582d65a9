import { useRef } from 'react';
import type { PointerEvent } from 'react';
import { SmilePlus } from 'lucide-react';
import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../i18n/index.ts';
import { openCardLayer } from '../overlays/card-overlay.ts';
import { summariseReactions } from './reactions.ts';
import { ActionButton } from './action-button.tsx';
import { preloadCardLayers } from '../overlays/card-overlay-host.tsx';
import { ReactionIcon } from './reaction-icon.tsx';

const restMs = 450;

/** Which reactions a thread has met with; opens the six by a click, a long press or by resting. */
export function ReactionButton({ thread }: { thread: Thread }) {
  const timer = useRef(0);
  const { total, top } = summariseReactions(thread);
  const { myReaction } = thread;

  const open = (anchor: HTMLElement, isHover: boolean) => {
    clearTimeout(timer.current);
    openCardLayer({ kind: 'reactions', thread, screen: 'feed', anchor, isHover });
  };
  const openSoon = ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => open(currentTarget, pointerType === 'mouse'), restMs);
  };
  const forget = () => clearTimeout(timer.current);

  return (
    <ActionButton
      label={t('card.react')}
      count={total}
      countText={t('card.reactions', { count: total })}
      aria-haspopup="dialog"
      // The reactions appear in its place.
      data-tooltip={undefined}
      aria-pressed={myReaction !== null}
      className="touch-manipulation select-none"
      onClick={({ currentTarget }) => open(currentTarget, false)}
      onFocus={preloadCardLayers}
      onPointerEnter={(event) => {
        preloadCardLayers();
        if (event.pointerType === 'mouse') openSoon(event);
      }}
      onPointerDown={(event) => event.pointerType !== 'mouse' && openSoon(event)}
      onPointerUp={forget}
      onPointerLeave={forget}
      onPointerCancel={forget}
      onContextMenu={(event) => event.preventDefault()}
    >
      {top.length === 0 ? (
        <SmilePlus aria-hidden className="size-4.5" />
      ) : (
        <span className="flex shrink-0 *:not-first:-ml-1.5 max-sm:*:nth-3:hidden">
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
