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
  /** The menu's name for screen readers. */
  label: string;
  items: readonly MenuItem[];
  /** Stands above the items. */
  header?: ReactNode;
  side?: 'top' | 'bottom' | 'right';
  align?: 'start' | 'end';
  /** Draws the button; it has to be given all these properties. */
  renderTrigger: (props: TriggerProps) => ReactNode;
}

// Positioning and keyboard of a menu weigh more than a feed page: fetched when one is in sight of use.
const loadPopup = () => import('./menu-popup.tsx');
export const LazyMenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }));

/** To be called when somebody is about to open a menu. */
export function preloadMenus(): void {
  loadPopup().catch(() => {
    // It is fetched again when one is opened.
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
