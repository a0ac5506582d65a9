import { SquarePen } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { t } from '../../lib/i18n/index.ts';
import { navigationEntries } from './navigation.ts';
import type { ShellActions } from './navigation-rail.tsx';
import { ProfileMenu } from './profile-menu.tsx';

/** The navigation of phones, within reach of a thumb. */
export function BottomBar({ user, onCreateThread, onLogOut }: ShellActions) {
  return (
    <nav
      aria-label={t('shell.navigation')}
      className="fixed inset-x-0 bottom-0 z-20 flex h-(--bottom-bar) items-start justify-around border-t border-line bg-canvas pt-1 sm:hidden"
    >
      {navigationEntries
        .filter((entry) => entry.isInBottomBar)
        .map(({ label, icon: Icon, to }) => (
          <NavLink
            key={to}
            to={to}
            aria-label={t(label)}
            className="flex size-12 items-center justify-center rounded-full"
          >
            {({ isActive }) => <Icon size={24} strokeWidth={isActive ? 2.5 : 1.75} aria-hidden />}
          </NavLink>
        ))}
      <button
        type="button"
        onClick={onCreateThread}
        aria-label={t('shell.newThread')}
        className="flex h-10 w-14 items-center justify-center self-start rounded-full bg-accent text-on-accent mt-1"
      >
        <SquarePen size={20} aria-hidden />
      </button>
      <ProfileMenu user={user} onLogOut={onLogOut} side="top" hasFurtherScreens />
    </nav>
  );
}
