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

const landmark = 'header, nav, main';

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
  // In the landmark of its button, for navigation by landmarks.
  const [container] = useState(
    () => anchor.current?.closest<HTMLElement>(landmark) ?? document.body,
  );
  return (
    <BaseMenu.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      {/* Generates no box, so that it does not affect the layout of the buttons. */}
      <BaseMenu.Portal container={container} className="contents">
        <BaseMenu.Positioner
          anchor={anchor}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <BaseMenu.Popup
            aria-label={label}
            finalFocus={() => {
              const target = finalFocus ? finalFocus() : anchor.current;
              return isDialogFocused(anchor.current) ? false : target;
            }}
            className="max-h-(--available-height) w-max max-w-72 min-w-48 origin-(--transform-origin) overflow-y-auto overscroll-contain rounded-md bg-raised p-1 shadow-raised outline-none transition data-ending-style:scale-96 data-ending-style:opacity-0 data-starting-style:scale-96 data-starting-style:opacity-0"
          >
            {header !== undefined && <div className="px-3 py-2">{header}</div>}
            {items.map(({ label: name, icon: Icon, hint, isDangerous, isDisabled, onSelect }) => (
              <BaseMenu.Item
                key={name}
                onClick={firstClick(onSelect)}
                disabled={isDisabled}
                className={classNames(
                  'flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-2 outline-none select-none data-disabled:cursor-not-allowed data-highlighted:bg-pressed',
                  isDangerous && 'text-danger',
                )}
              >
                {Icon && <Icon size={18} aria-hidden className="shrink-0" />}
                <span>
                  <span className={isDisabled ? 'opacity-50' : undefined}>{name}</span>
                  {hint !== undefined && <span className="block text-sm text-muted">{hint}</span>}
                </span>
              </BaseMenu.Item>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** Whether an item opened a dialog, which has the focus before the menu has faded out. */
function isDialogFocused(button: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
  return dialog instanceof HTMLElement && !dialog.contains(button);
}
