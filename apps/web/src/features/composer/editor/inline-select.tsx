import ChevronDown from 'lucide-react/icons/chevron-down';
import type { LucideIcon } from 'lucide-react';

interface InlineSelectProps<Value extends string> {
  icon: LucideIcon;
  /** For screen readers. */
  label: string;
  /** The visible text of the value. */
  text: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** A select in a footer. Its text breaks into lines, unlike the text of a native select. */
export function InlineSelect<Value extends string>(props: InlineSelectProps<Value>) {
  const { icon: Icon, label, text, value, onChange, options } = props;
  return (
    <label className="relative inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-2xl px-2.5 py-1 text-sm leading-snug font-medium text-accent hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span aria-hidden className="min-w-0 text-balance">
        {text}
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0" />
      <select
        value={value}
        aria-label={label}
        className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
        onChange={({ target }) => {
          const selected = options.find((option) => option.value === target.value);
          if (selected) onChange(selected.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-raised text-ink">
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
