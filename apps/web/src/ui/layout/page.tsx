import SquarePen from 'lucide-react/icons/square-pen';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '../../lib/class-names.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { t } from '../../i18n/index.ts';
import { getInstanceName } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { useHeadingFocus } from '../../lib/heading-focus.ts';
import { IconButton } from '../icon-button.tsx';
import { Logo } from '../logo.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { useDialogs } from '../../lib/dialogs.tsx';

interface PageProps {
  title: string;
  /** The title with custom emoji. */
  heading?: ReactNode;
  /** The document title, if it differs from the heading. */
  tabTitle?: string | undefined;
  children: ReactNode;
  /** Shown before the title. By default phones show the logo. */
  leading?: ReactNode;
  /** Actions of the page, shown after the title. */
  actions?: ReactNode;
  /** The side panels, right of the content on wide screens. */
  aside?: ReactNode;
  /** Whether the content also has the width of the side panels. */
  isWide?: boolean;
}

const columnClass = 'min-w-0 max-w-column grow border-line outline-none sm:border-x';
const wideClass = 'lg:max-w-(--chat-width)';
// Sticky. Scrolls separately if it is higher than the window.
const asideClass =
  'sticky top-0 hidden max-h-dvh w-aside min-w-0 shrink flex-col gap-4 self-start overflow-y-auto py-4 pl-6 [scrollbar-width:none] lg:flex';

/** The layout of a page: header, content and side panels. */
export function Page(props: PageProps) {
  const { title, heading = title, tabTitle = title, children, leading, actions } = props;
  const { aside, isWide = false } = props;
  const { openComposer } = useDialogs();
  useDocumentTitle(tabTitle);
  const headingRef = useHeadingFocus();
  return (
    <>
      <main id="content" tabIndex={-1} className={classNames(columnClass, isWide && wideClass)}>
        <header className="sticky top-0 z-10 flex h-14 items-center gap-3 border-b border-line bg-canvas pr-2 pl-4">
          {leading ?? (
            <Link to={paths.feed} aria-label={getInstanceName()} className="finger -ml-1 sm:hidden">
              <Logo className="text-accent" />
            </Link>
          )}
          <h1
            ref={headingRef}
            tabIndex={-1}
            className="min-w-0 grow truncate text-lg font-semibold outline-none"
          >
            {heading}
          </h1>
          {actions}
          <IconButton
            icon={SquarePen}
            label={t('shell.newThread')}
            onClick={() => openComposer({ kind: 'thread' })}
            className="max-sm:hidden"
          />
          <ThemeToggle />
        </header>
        {children}
      </main>
      {!isWide && aside === undefined && <div className={asideClass} />}
      {aside !== undefined && <aside className={asideClass}>{aside}</aside>}
    </>
  );
}
