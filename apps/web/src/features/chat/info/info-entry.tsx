import type { LucideIcon } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';

/** The style of links and buttons in the info panel. */
export const entryClass =
  'flex min-h-11 items-center gap-3 rounded-md px-3 text-left font-medium transition-colors hover:bg-hover active:bg-pressed disabled:opacity-50';

interface InfoEntryProps {
  icon: LucideIcon;
  label: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

/** A button in the info panel. */
export function InfoEntry(props: InfoEntryProps) {
  const { icon: Icon, label, isDangerous = false, isDisabled = false, onSelect } = props;
  return (
    <button
      type="button"
      disabled={isDisabled}
      onClick={onSelect}
      className={classNames(entryClass, isDangerous && 'text-danger')}
    >
      <Icon size={20} aria-hidden />
      {label}
    </button>
  );
}
