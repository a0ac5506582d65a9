import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { firstClick } from '../../../lib/first-click.ts';
import { formatCompact } from '../../../i18n/numbers.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';

const tones = {
  plain: 'hover:text-ink aria-pressed:text-accent',
  like: 'hover:text-like aria-pressed:text-like',
  repost: 'hover:text-repost aria-pressed:text-repost',
} as const;

interface ActionButtonProps extends ComponentProps<'button'> {
  label: string;
  /** The number next to the icon; hidden if 0. */
  count?: number;
  /** The count as text for screen readers. */
  countText?: string;
  tone?: keyof typeof tones;
  hasTooltip?: boolean;
  /** Disables the button but keeps it focusable, so that users learn the reason. */
  disabledReason?: string | false;
  children: ReactNode;
}

/** A button of a thread's action bar. */
export function ActionButton({
  label,
  count = 0,
  countText,
  tone = 'plain',
  hasTooltip = true,
  disabledReason = false,
  onClick,
  className,
  children,
  ...rest
}: ActionButtonProps) {
  const isToggle = rest['aria-pressed'] !== undefined;
  const onPress = isToggle && onClick ? firstClick(onClick) : onClick;
  return (
    <Tooltip text={hasTooltip ? disabledReason || label : undefined}>
      <button
        type="button"
        {...rest}
        aria-disabled={disabledReason ? true : undefined}
        onClick={disabledReason ? undefined : onPress}
        className={classNames(
          'finger flex h-10 min-w-10 items-center gap-1 rounded-full pr-1 pl-2 text-sm whitespace-nowrap text-muted tabular-nums transition-colors hover:bg-hover active:bg-pressed aria-disabled:cursor-not-allowed aria-disabled:opacity-50 sm:px-2.5',
          tones[tone],
          className,
        )}
      >
        {children}
        {count > 0 && <span aria-hidden>{formatCompact(count)}</span>}
        <span className="sr-only">{describe({ label, count, countText, disabledReason })}</span>
      </button>
    </Tooltip>
  );
}

type Described = Required<Pick<ActionButtonProps, 'label' | 'count' | 'disabledReason'>> & {
  countText: string | undefined;
};

function describe({ label, count, countText, disabledReason }: Described): string {
  const counted = count > 0 ? `${label}, ${countText}` : label;
  return disabledReason ? `${counted}. ${disabledReason}` : counted;
}
