import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { Popover } from '@base-ui/react/popover';
import { useQueryClient } from '@tanstack/react-query';
import { firstClick } from '../../../lib/first-click.ts';
import { moveFocusBetweenButtons } from '../../../lib/move-focus.ts';
import { t } from '../../../i18n/index.ts';
import { react } from './thread-mutations.ts';
import { pickerReactions } from './reactions.ts';
import { useExpanded } from '../overlays/card-menu.tsx';
import type { AnchoredOverlayProps } from '../overlays/card-menu.tsx';
import { ReactionIcon } from './reaction-icon.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';

const closeDelayMs = 300;

/** The six reactions in a row above the button, with arrow key navigation. */
export function ReactionPicker({ overlay, isOpen, onClose }: AnchoredOverlayProps) {
  const { thread, anchor, isHover = false } = overlay;
  const client = useQueryClient();
  const popup = useRef<HTMLDivElement>(null);
  useExpanded(anchor, isOpen);
  useCloseOnLeave(isOpen && isHover, anchor, popup, onClose);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        // The end of the long press that opened the picker is an event outside of it.
        const isOnAnchor = event.target instanceof Node && anchor.contains(event.target);
        if (!open && !(event.type !== 'keydown' && isOnAnchor)) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="top" sideOffset={2} collisionPadding={8}>
          <Popover.Popup
            ref={popup}
            aria-label={t('card.react')}
            initialFocus={!isHover}
            finalFocus={isHover ? false : { current: anchor }}
            onKeyDown={moveFocusBetweenButtons}
            className="z-50 flex origin-(--transform-origin) gap-0.5 rounded-full bg-raised p-1 shadow-raised outline-none transition data-ending-style:scale-90 data-ending-style:opacity-0 data-starting-style:scale-90 data-starting-style:opacity-0"
          >
            {pickerReactions.map((type) => (
              <Tooltip key={type} text={t(`reaction.${type}`)}>
                <button
                  type="button"
                  aria-label={t(`reaction.${type}`)}
                  aria-pressed={thread.myReaction === type}
                  className="grid size-11 place-items-center rounded-full transition hover:scale-115 focus-visible:scale-115 aria-pressed:bg-pressed"
                  onClick={firstClick(() => {
                    onClose();
                    react(client, thread, type);
                  })}
                >
                  <ReactionIcon type={type} size={28} />
                </button>
              </Tooltip>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Closes a picker opened by hovering when the pointer has left both the button and the picker. */
function useCloseOnLeave(
  isEnabled: boolean,
  anchor: HTMLElement,
  popup: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let timer = 0;
    const onMove = ({ target }: PointerEvent) => {
      const isInside =
        target instanceof Node && (anchor.contains(target) || popup.current?.contains(target));
      if (isInside) {
        clearTimeout(timer);
        timer = 0;
      } else if (timer === 0) timer = window.setTimeout(() => close(), closeDelayMs);
    };
    document.addEventListener('pointerover', onMove);
    return () => {
      document.removeEventListener('pointerover', onMove);
      clearTimeout(timer);
    };
  }, [isEnabled, anchor, popup]);
}
