import { Menu as BaseMenu } from '@base-ui/react/menu';
import { useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '../lib/class-names.ts';
import { firstClick } from '../lib/first-click.ts';
import type { MenuItem } from './menu-item.ts';

interface MenuPopupProps {
  label: string;
  items: readonly MenuItem[];
  header?: ReactNode;
  side?: 'top' | 'bottom' | 'right';
  align?: 'start' | 'end';
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** What gets the focus when the menu closes: its button by default. */
  finalFocus?: () => HTMLElement | null;
}

/** On phones, a menu is a sheet at the bottom of the window, regardless of its position. */
const sheetClass =
  'max-sm:fixed! max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-auto! max-sm:transform-none!';

export function MenuPopup({
  label,
  items,
  header,
  side = 'bottom',
  align = 'end',
  anchor,
  isOpen,
  onOpenChange,
  finalFocus,
}: MenuPopupProps) {
  const [container] = useState(() => findLandmark(anchor.current) ?? document.body);
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      {/* Generates no box, so that it does not affect the layout of the buttons. */}
      <BaseMenu.Portal container={container} className="contents">
        <BaseMenu.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0 sm:hidden" />
        <BaseMenu.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={`z-50 outline-none ${sheetClass}`}
        >
          <BaseMenu.Popup
            aria-label={label}
            finalFocus={() => {
              const target = finalFocus ? finalFocus() : anchor.current;
              return isDialogFocused(anchor.current) ? false : target;
            }}
            className="max-h-(--available-height) origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-md bg-raised p-1 shadow-raised outline-none transition data-ending-style:opacity-0 data-starting-style:opacity-0 max-sm:max-h-[85dvh] max-sm:rounded-b-none max-sm:pb-[calc(0.5rem+env(safe-area-inset-bottom))] max-sm:data-ending-style:translate-y-4 max-sm:data-starting-style:translate-y-4 sm:w-max sm:max-w-72 sm:min-w-48 sm:data-ending-style:scale-96 sm:data-starting-style:scale-96"
          >
            {header !== undefined && <div className="px-3 py-2">{header}</div>}
            {items.map((item) => (
              <Item key={item.id ?? item.label} item={item} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  const { icon: Icon, label, picture, hint, badge, isDangerous, isDisabled, onSelect } = item;
  return (
    <>
      {item.startsGroup === true && <BaseMenu.Separator className="mx-3 my-1 h-px bg-line" />}
      <BaseMenu.Item
        onClick={firstClick(onSelect)}
        disabled={isDisabled}
        className={classNames(
          'flex min-h-11 cursor-pointer items-center sm:min-h-10 gap-3 rounded-sm px-3 py-2 outline-none select-none data-disabled:cursor-not-allowed data-highlighted:bg-pressed',
          isDangerous && 'text-danger',
        )}
      >
        {picture}
        {Icon && <Icon size="1.125rem" aria-hidden className="shrink-0" />}
        <span className="min-w-0 wrap-anywhere">
          <span className={isDisabled ? 'opacity-50' : undefined}>{label}</span>
          {hint !== undefined && (
            <>
              {' '}
              <span className="block text-sm text-muted">{hint}</span>
            </>
          )}
        </span>
        {badge && (
          <span className="ml-auto min-w-5 shrink-0 rounded-full bg-accent px-1.5 text-center text-xs leading-5 font-semibold text-on-accent">
            <span aria-hidden>{badge.text}</span>
            <span className="sr-only">{badge.label}</span>
          </span>
        )}
      </BaseMenu.Item>
    </>
  );
}

/**
 * The landmark of the button, for navigation by landmarks. Not the header of the page, which the bottom bar of
 * phones would cover.
 */
function findLandmark(button: HTMLElement | null): HTMLElement | null {
  return button?.closest('main') ?? button?.closest<HTMLElement>('header, nav') ?? null;
}

/** Whether an item opened a dialog, which has the focus before the menu has faded out. */
function isDialogFocused(button: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
  return dialog instanceof HTMLElement && !dialog.contains(button);
}
