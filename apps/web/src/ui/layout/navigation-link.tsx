import { unreadCountMax } from '@skein/contracts/limits';
import { Link, useLocation } from 'react-router-dom';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../i18n/index.ts';
import { unreadCounts } from '../../lib/unread.ts';
import type { NavigationEntry } from './navigation.ts';
import { Tooltip } from '../tooltip.tsx';

interface NavigationLinkProps {
  entry: Omit<NavigationEntry, 'isInBottomBar'>;
  /** Shows the label as well if the rail is wide. */
  hasName?: boolean;
}

/** A link to a page, with its number of unread items. */
export function NavigationLink({ entry, hasName = false }: NavigationLinkProps) {
  const { icon: Icon, to, unread } = entry;
  const counts = unreadCounts.useValue();
  const count = unread ? counts[unread] : 0;
  const shownCount = count < unreadCountMax ? String(count) : `${unreadCountMax}+`;
  const label = t(entry.label);
  const isCurrent = isWithin(useLocation().pathname, entry);
  return (
    <Tooltip text={hasName ? label : undefined}>
      <Link
        to={to}
        aria-label={count > 0 ? t('shell.unread', { label, shown: shownCount }) : label}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'relative flex size-12 items-center justify-center gap-4 rounded-full',
          hasName &&
            'transition-colors hover:bg-hover active:bg-pressed xl:w-full xl:justify-start xl:px-3',
          isCurrent && 'font-semibold',
        )}
      >
        <Icon size="1.5rem" strokeWidth={isCurrent ? 2.5 : 1.75} aria-hidden />
        {hasName && <span className="hidden text-lg xl:block">{label}</span>}{' '}
        {/* After the label, in the order of the accessible name. */}
        {count > 0 && (
          <span className="absolute top-1.5 left-6 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold whitespace-nowrap text-on-accent ring-2 ring-canvas">
            {shownCount}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}

/** Whether a path belongs to the page of an entry. */
function isWithin(pathname: string, { to, parts = [] }: NavigationLinkProps['entry']): boolean {
  return [to, ...parts].some((page) => pathname === page || pathname.startsWith(`${page}/`));
}
