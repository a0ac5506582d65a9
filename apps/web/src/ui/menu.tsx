import { lazy, Suspense, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { MenuItem } from './menu-item.ts';

interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onFocus: () => void;
  onPointerEnter: () => void;
}

interface MenuProps {
  /** The accessible name of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** Shown above the items. */
  header?: ReactNode;
  side?: 'top' | 'bottom' | 'right';
  align?: 'start' | 'end';
  /** Renders the button. It must pass all these props to it. */
  renderTrigger: (props: TriggerProps) => ReactNode;
}

// The menu library is large. It is loaded when a menu is about to be opened.
const loadPopup = async () => ({ default: (await import('./menu-popup.tsx')).MenuPopup });
export const LazyMenuPopup = lazy(loadPopup);

/** Call this when the user is about to open a menu. */
export function preloadMenus(): void {
  preloadPopup(loadPopup);
}

function preloadPopup(load: () => Promise<unknown>): void {
  load().catch(() => {
    // Opening a menu requests it again.
  });
}

/** A button with a list of actions. */
export function Menu({ renderTrigger, ...popup }: MenuProps) {
  return (
    <MenuTrigger
      preload={loadPopup}
      renderTrigger={renderTrigger}
      renderPopup={(state) => <LazyMenuPopup {...popup} {...state} />}
    />
  );
}

export interface PopupState {
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface MenuTriggerProps {
  /** Loads the popup, when the user is about to open it. */
  preload: () => Promise<unknown>;
  /** Renders the button. It must pass all these props to it. */
  renderTrigger: (props: TriggerProps) => ReactNode;
  /** Renders a lazy popup. */
  renderPopup: (state: PopupState) => ReactNode;
}

/** A button that opens a menu, which is loaded with its first use. */
export function MenuTrigger({ preload, renderTrigger, renderPopup }: MenuTriggerProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setIsOpen(true);
    setWasOpened(true);
  };
  return (
    <>
      {renderTrigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: open,
        onFocus: () => preloadPopup(preload),
        onPointerEnter: () => preloadPopup(preload),
      })}
      {wasOpened && <Suspense>{renderPopup({ anchor, isOpen, onOpenChange: setIsOpen })}</Suspense>}
    </>
  );
}
