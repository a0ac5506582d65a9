import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../lib/class-names.ts';

interface LinkTabsProps {
  /** The accessible name. */
  label: string;
  tabs: readonly { to: string; label: string; isCurrent: boolean }[];
  /** Whether a tab replaces the current history entry. */
  replace?: boolean;
  /** A link after the tabs. */
  children?: ReactNode;
}

/** The first tabs may fill the whole width. Before the next paint, when the layout is computed anyway. */
function scrollToTab(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (!list) return;
  requestAnimationFrame(() => {
    list.scrollLeft = tab.offsetLeft - list.offsetLeft + tab.offsetWidth - list.clientWidth;
  });
}

/** Tabs that are links, because each has its own URL. */
export function LinkTabs({ label: name, tabs, replace = false, children }: LinkTabsProps) {
  return (
    <nav
      aria-label={name}
      className="scroll-hints flex overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {tabs.map(({ to, label, isCurrent }) => (
        <Link
          key={to}
          to={to}
          replace={replace}
          aria-current={isCurrent ? 'page' : undefined}
          ref={isCurrent ? scrollToTab : undefined}
          className={classNames(
            'flex h-12 flex-1 items-center justify-center px-2 font-semibold whitespace-nowrap transition-colors hover:bg-hover focus-visible:-outline-offset-2',
            isCurrent ? 'text-ink' : 'text-muted',
          )}
        >
          <span
            className={classNames(
              'flex h-full items-center border-b-3 px-1',
              isCurrent ? 'border-accent' : 'border-transparent',
            )}
          >
            {label}
          </span>
        </Link>
      ))}
      {children}
    </nav>
  );
}
