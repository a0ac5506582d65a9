import type { LucideIcon } from 'lucide-react';

export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Stands under the label, in small: why it is disabled, for one. */
  hint?: string | undefined;
  onSelect: () => void;
}
