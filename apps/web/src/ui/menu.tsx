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
  loadPopup().catch(() => {
    // Opening a menu requests it again.
  });
}

/** A button with a list of actions. */
export function Menu({ renderTrigger, ...popup }: MenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const open = () => {
    setIsOpen(true);
    setWasOpened(true);
  };
  return (
    <>
      {renderTrigger({
        ref: triggerRef,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: open,
        onFocus: preloadMenus,
        onPointerEnter: preloadMenus,
      })}
      {wasOpened && (
        <Suspense fallback={null}>
          <LazyMenuPopup {...popup} anchor={triggerRef} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  );
}
