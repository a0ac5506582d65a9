import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface MenuItem {
  label: string;
  /** Identifies the item if others have the same label. */
  id?: string;
  icon?: LucideIcon;
  /** A picture instead of the icon. */
  picture?: ReactNode;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Small text below the label, such as why the item is disabled. */
  hint?: string | undefined;
  /** The number of unread entries, with its accessible name. */
  badge?: { text: string; label: string } | undefined;
  /** Whether a line separates the item from the one above. */
  startsGroup?: boolean;
  onSelect: () => void;
}
