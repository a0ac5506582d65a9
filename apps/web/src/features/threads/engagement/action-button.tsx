import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { formatCompact } from '../../../i18n/numbers.ts';

const tones = {
  plain: 'hover:text-ink aria-pressed:text-accent',
  like: 'hover:text-like aria-pressed:text-like',
  repost: 'hover:text-repost aria-pressed:text-repost',
} as const;

interface ActionButtonProps extends ComponentProps<'button'> {
  label: string;
  /** The number beside the icon, if there is any. */
  count?: number;
  /** The same in words. */
  countText?: string;
  tone?: keyof typeof tones;
  /** Why it cannot be used, if it cannot: it stays in reach, to tell that. */
  refusal?: string | false;
  children: ReactNode;
}

/** One button of the bar below a thread: as high as a finger, as quiet as its count. */
export function ActionButton({
  label,
  count = 0,
  countText,
  tone = 'plain',
  refusal = false,
  onClick,
  className,
  children,
  ...rest
}: ActionButtonProps) {
  const isToggle = rest['aria-pressed'] !== undefined;
  const onPress = isToggle && onClick ? firstClick(onClick) : onClick;
  return (
    <button
      type="button"
      data-tooltip={refusal || label}
      {...rest}
      aria-disabled={refusal ? true : undefined}
      onClick={refusal ? undefined : onPress}
      className={classNames(
        'finger flex h-10 min-w-10 items-center gap-1 rounded-full pr-1 pl-2 text-sm whitespace-nowrap text-muted tabular-nums transition-colors hover:bg-hover active:bg-pressed aria-disabled:cursor-not-allowed aria-disabled:opacity-50 sm:px-2.5',
        tones[tone],
        className,
      )}
    >
      {children}
      {count > 0 && <span aria-hidden>{formatCompact(count)}</span>}
      <span className="sr-only">
        {label}
        {count > 0 && `, ${countText}`}
        {refusal && `. ${refusal}`}
      </span>
    </button>
  );
}
