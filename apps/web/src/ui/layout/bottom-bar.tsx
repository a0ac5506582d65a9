import SquarePen from 'lucide-react/icons/square-pen';
import { t } from '../../i18n/index.ts';
import { NavigationLink } from './navigation-link.tsx';
import { navigationEntries } from './navigation.ts';
import type { ShellActions } from './shell-actions.ts';
import { ProfileMenu } from './profile-menu.tsx';

const entries = navigationEntries.filter((entry) => entry.isInBottomBar);
/** The most frequent action is in the middle. */
const beforeCreate = 2;

/** The navigation on phones. */
export function BottomBar({ user, onCreateThread, ...actions }: ShellActions) {
  return (
    <nav
      aria-label={t('shell.navigation')}
      className="fixed inset-x-0 bottom-0 z-20 flex h-(--bottom-bar) items-start justify-around border-t border-line bg-canvas pt-1 sm:hidden"
    >
      {entries.slice(0, beforeCreate).map((entry) => (
        <NavigationLink key={entry.to} entry={entry} />
      ))}
      <button
        type="button"
        onClick={onCreateThread}
        aria-label={t('shell.newThread')}
        className="flex h-10 w-14 items-center justify-center self-start rounded-full bg-accent text-on-accent mt-1 max-[16rem]:w-10 max-[16rem]:shrink-0"
      >
        <SquarePen size="1.25rem" aria-hidden />
      </button>
      {entries.slice(beforeCreate).map((entry) => (
        <NavigationLink key={entry.to} entry={entry} />
      ))}
      <ProfileMenu user={user} {...actions} side="top" hasFurtherScreens />
    </nav>
  );
}
