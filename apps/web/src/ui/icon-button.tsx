import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Tooltip } from './tooltip.tsx';

const sizes = { xs: 'size-7', sm: 'size-8', md: 'size-10' } as const;

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** The accessible name and the tooltip. */
  label: string;
  /** Whether hidden text names the button, so that its label is not found as that of a field. */
  isNamedByText?: boolean;
  /** The size in px at the default text size. */
  iconSize?: number;
  /** `sm`: the height of a small button; `xs`: slightly higher than a line of text. */
  size?: keyof typeof sizes;
}

export function IconButton({
  icon: Icon,
  label,
  isNamedByText = false,
  iconSize = 20,
  size = 'md',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...rest}
        aria-label={isNamedByText ? undefined : label}
        className={classNames(
          'finger inline-flex shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed disabled:cursor-not-allowed disabled:opacity-50',
          sizes[size],
          className,
        )}
      >
        <Icon size={`${iconSize / 16}rem`} aria-hidden />
        {isNamedByText && <span className="sr-only">{label}</span>}
      </button>
    </Tooltip>
  );
}
