import type { LucideIcon } from 'lucide-react';

export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Small text below the label, such as why the item is disabled. */
  hint?: string | undefined;
  onSelect: () => void;
}
