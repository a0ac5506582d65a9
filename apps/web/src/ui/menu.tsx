import { lazy, Suspense, useRef, useState } from 'react';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { preloader } from '../lib/preloader.ts';
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
const loadMenuPopup = async () => ({ default: (await import('./menu-popup.tsx')).MenuPopup });
const MenuPopup = lazy(loadMenuPopup);

export function LazyMenuPopup(props: ComponentProps<typeof MenuPopup>) {
  return (
    <Suspense>
      <MenuPopup {...props} />
    </Suspense>
  );
}

/** A button with a list of actions. */
export function Menu({ renderTrigger, ...popup }: MenuProps) {
  return (
    <MenuTrigger
      preload={preloader(loadMenuPopup)}
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
  preload: () => void;
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
        onFocus: preload,
        onPointerEnter: preload,
      })}
      {wasOpened && <>{renderPopup({ anchor, isOpen, onOpenChange: setIsOpen })}</>}
    </>
  );
}

/** Call this when the user is about to open a menu, for example on hover. */
export const preloadMenuPopup = preloader(loadMenuPopup);
