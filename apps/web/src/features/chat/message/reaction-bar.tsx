import Plus from 'lucide-react/icons/plus';
import { Popover } from '@base-ui/react/popover';
import { firstClick } from '../../../lib/first-click.ts';
import { moveFocusBetweenButtons } from '../../../lib/move-focus.ts';
import { t } from '../../../i18n/index.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

/** As the server stores them. */
const quickEmojis = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

interface ReactionBarProps {
  anchor: HTMLElement;
  isOpen: boolean;
  /** Whether the current press on the anchor opens or closes the bar. */
  isHandled: () => boolean;
  /** The viewer's reaction. */
  chosen: string | null;
  onChoose: (emoji: string) => void;
  onMore: () => void;
  onClose: () => void;
}

const buttonClass =
  'grid size-10 place-items-center rounded-full text-2xl leading-none transition hover:bg-hover focus-visible:bg-hover aria-pressed:bg-pressed';

/** Six emojis in a row above a message. */
export function ReactionBar(props: ReactionBarProps) {
  const { anchor, isOpen, isHandled, chosen, onChoose, onMore, onClose } = props;
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(open, { event }) => {
        const isOnAnchor = event.target instanceof Node && anchor.contains(event.target);
        if (!open && (event.type === 'keydown' || !isOnAnchor || !isHandled())) onClose();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          sideOffset={4}
          collisionPadding={8}
          className="z-50"
        >
          <Popover.Popup
            aria-label={t('chat.react')}
            finalFocus={() => focusTarget(anchor)}
            onKeyDown={moveFocusBetweenButtons}
            className="flex origin-(--transform-origin) gap-0.5 rounded-full bg-raised p-1 shadow-raised outline-none transition data-ending-style:scale-90 data-ending-style:opacity-0 data-starting-style:scale-90 data-starting-style:opacity-0"
          >
            {quickEmojis.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-label={t('chat.reactWith', { emoji })}
                aria-pressed={chosen === emoji}
                className={buttonClass}
                onClick={firstClick(() => {
                  onClose();
                  onChoose(emoji);
                })}
              >
                {emoji}
              </button>
            ))}
            <Tooltip text={t('chat.moreEmojis')}>
              <button
                type="button"
                aria-label={t('chat.moreEmojis')}
                className={buttonClass}
                onClick={onMore}
              >
                <Plus aria-hidden className="size-5 text-muted" />
              </button>
            </Tooltip>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The button that opened the bar or, after a long press, the menu button of the message. */
function focusTarget(anchor: HTMLElement): HTMLElement | null {
  if (anchor instanceof HTMLButtonElement) return anchor;
  return anchor.closest('[data-message]')?.querySelector('[data-message-menu]') ?? null;
}
