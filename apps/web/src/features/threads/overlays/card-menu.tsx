import { useEffect } from 'react';
import { LazyMenuPopup } from '../../../ui/menu.tsx';
import type { MenuItem } from '../../../ui/menu-item.ts';
import type { AnchoredOverlay } from './card-overlay.ts';

export interface AnchoredOverlayProps {
  overlay: AnchoredOverlay;
  isOpen: boolean;
  onClose: () => void;
}

interface CardMenuProps extends AnchoredOverlayProps {
  label: string;
  align?: 'start' | 'end';
  items: readonly MenuItem[];
}

/** A menu that is positioned at a button of a card. */
export function CardMenu({ overlay, isOpen, onClose, ...menu }: CardMenuProps) {
  useExpanded(overlay.anchor, isOpen);
  return (
    <LazyMenuPopup
      {...menu}
      // Deferred until the menu has returned the focus: a dialog returns it to the same button.
      items={menu.items.map((item) => ({ ...item, onSelect: () => setTimeout(item.onSelect) }))}
      anchor={{ current: overlay.anchor }}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    />
  );
}

/** Sets `aria-expanded` on the button, because the card does not know which overlay is open. */
export function useExpanded(anchor: HTMLElement, isOpen: boolean): void {
  useEffect(() => {
    anchor.setAttribute('aria-expanded', String(isOpen));
    return () => anchor.setAttribute('aria-expanded', 'false');
  }, [anchor, isOpen]);
}
