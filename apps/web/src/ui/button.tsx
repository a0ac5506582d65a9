import { Children } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from '../lib/class-names.ts';
import { Spinner } from './spinner.tsx';

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  strong: 'bg-ink text-inverse hover:opacity-85',
  secondary: 'border border-line text-ink hover:bg-hover active:bg-pressed',
  quiet: 'text-ink hover:bg-hover active:bg-pressed',
  /** Confirms an action that cannot be undone. */
  danger: 'bg-danger text-on-danger hover:brightness-110',
  /** Offers such an action, next to the main button or before the confirmation. */
  dangerOutline: 'border border-danger text-danger hover:bg-danger-soft',
} as const;

const sizes = {
  sm: 'h-8 px-3.5 text-sm',
  md: 'h-10 px-5 text-base',
  lg: 'h-11 px-6 text-base',
} as const;

interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean;
}

export function Button({
  variant = 'primary',
  size = 'md',
  isBusy = false,
  className,
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled ?? isBusy}
      aria-busy={isBusy || undefined}
      className={classNames(
        'finger inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap transition-colors disabled:cursor-not-allowed',
        // With a large text size on a phone, a label can be wider than the screen.
        'max-[16rem]:h-auto max-[16rem]:min-h-8 max-[16rem]:py-1 max-[16rem]:whitespace-normal',
        variants[variant],
        sizes[size],
        // A disabled button stays readable; a busy one keeps its full color.
        isBusy ? 'disabled:cursor-progress' : 'disabled:opacity-50',
        className,
      )}
    >
      {isBusy && <Spinner size={16} />}
      {Children.map(children, (child) =>
        // An icon cannot be inserted next to text that the browser has translated.
        typeof child === 'string' ? <span>{child}</span> : child,
      )}
    </button>
  );
}
