import Settings from 'lucide-react/icons/settings';
import SquarePen from 'lucide-react/icons/square-pen';
import { Link } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { getInstanceName } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { Logo } from '../logo.tsx';
import { NavigationLink } from './navigation-link.tsx';
import { navigationEntries } from './navigation.ts';
import { ProfileMenu } from './profile-menu.tsx';
import type { ShellActions } from './shell-actions.ts';
import { Tooltip } from '../tooltip.tsx';

const settingsEntry = { label: 'shell.settings', icon: Settings, to: paths.settings } as const;

/**
 * The navigation left of the page. Shows only icons if there is no room for labels. In a low window,
 * or with large text, the page links scroll; settings and profile menu stay visible.
 */
export function NavigationRail({ user, onCreateThread, ...actions }: ShellActions) {
  return (
    <header className="sticky top-0 z-20 hidden h-dvh w-18 shrink-0 flex-col items-center gap-1 py-3 sm:flex xl:w-60 xl:items-stretch xl:px-3">
      {/* As wide as the rail, so that focus rings are not clipped. */}
      <div className="-mt-3 flex min-h-0 w-full grow flex-col items-center overflow-y-auto overscroll-contain pt-3 pb-1 [scrollbar-width:thin] *:shrink-0 xl:-mx-3 xl:w-auto xl:items-stretch xl:px-3">
        <Link
          to={paths.feed}
          aria-label={getInstanceName()}
          className="mb-3 flex size-12 items-center justify-center gap-3 rounded-full xl:w-fit xl:px-2.5"
        >
          <Logo size={30} className="shrink-0 text-accent" />
          <span className="hidden text-xl font-semibold tracking-tight xl:block">
            {getInstanceName()}
          </span>
        </Link>
        <nav aria-label={t('shell.navigation')} className="flex flex-col gap-1">
          {navigationEntries.map((entry) => (
            <NavigationLink key={entry.to} entry={entry} hasName />
          ))}
        </nav>
        <Tooltip text={t('shell.newThread')}>
          <button
            type="button"
            onClick={onCreateThread}
            aria-label={t('shell.newThread')}
            className="mt-3 flex size-12 items-center justify-center gap-2 rounded-full bg-accent font-semibold text-on-accent transition-colors hover:bg-accent-strong xl:w-full"
          >
            <SquarePen size="1.25rem" aria-hidden />
            <span className="hidden xl:block">{t('shell.newThread')}</span>
          </button>
        </Tooltip>
      </div>
      <div className="flex shrink-0 flex-col gap-1">
        <NavigationLink entry={settingsEntry} hasName />
        <ProfileMenu user={user} {...actions} side="top" hasName />
      </div>
    </header>
  );
}
