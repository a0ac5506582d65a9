import { useEffect } from 'react';
import { LazyMenuPopup } from '../../../ui/menu.tsx';
import type { MenuItem } from '../../../ui/menu-item.ts';
import type { AnchoredLayer } from './card-overlay.ts';

/** What a layer at a button of a card is given. */
export interface AnchoredLayerProps {
  layer: AnchoredLayer;
  isOpen: boolean;
  onClose: () => void;
}

interface CardMenuProps extends AnchoredLayerProps {
  label: string;
  align?: 'start' | 'end';
  items: readonly MenuItem[];
}

/** A menu at a button of a card. */
export function CardMenu({ layer, isOpen, onClose, ...menu }: CardMenuProps) {
  useExpanded(layer.anchor, isOpen);
  return (
    <LazyMenuPopup
      {...menu}
      // What opens a dialog does so once the focus is back at the button, to which it returns.
      items={menu.items.map((item) => ({ ...item, onSelect: () => setTimeout(item.onSelect) }))}
      anchor={{ current: layer.anchor }}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
    />
  );
}

/** Says at the button whether what it opens is open; the card knows nothing of it. */
export function useExpanded(anchor: HTMLElement, isOpen: boolean): void {
  useEffect(() => {
    anchor.setAttribute('aria-expanded', String(isOpen));
    return () => anchor.setAttribute('aria-expanded', 'false');
  }, [anchor, isOpen]);
}
