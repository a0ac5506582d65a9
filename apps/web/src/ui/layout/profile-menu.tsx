import type { CurrentUser } from '@skein/contracts/users';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import Sun from 'lucide-react/icons/sun';
import User from 'lucide-react/icons/user';
import { adminPath } from '../../lib/admin-paths.ts';
import { classNames } from '../../lib/class-names.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { Avatar } from '../avatar.tsx';
import { Menu } from '../menu.tsx';
import { navigationEntries } from './navigation.ts';
import { navigate } from '../../lib/navigation.tsx';

interface ProfileMenuProps {
  user: CurrentUser | null;
  onLogOut: () => void;
  side: 'top' | 'right';
  /** Shows the name next to the picture if the rail is wide. */
  hasName?: boolean;
  /** Includes the pages that are missing in the bottom bar of phones. */
  hasFurtherScreens?: boolean;
}

export function ProfileMenu(props: ProfileMenuProps) {
  const { user, onLogOut, side, hasName = false, hasFurtherScreens = false } = props;
  const isDark = useTheme() === 'dark';
  const name = user?.name ?? '';
  const further = hasFurtherScreens
    ? navigationEntries.filter(({ isInBottomBar }) => !isInBottomBar)
    : [];
  return (
    <Menu
      label={t('shell.account')}
      side={side}
      align="end"
      header={
        user && (
          <>
            <p className="truncate font-semibold">{user.name}</p>
            <p className="truncate text-sm text-muted">@{user.username}</p>
          </>
        )
      }
      items={[
        {
          label: t('shell.viewProfile'),
          icon: User,
          onSelect: () => navigate(paths.ownProfile),
        },
        {
          label: t('shell.settings'),
          icon: Settings,
          onSelect: () => navigate(paths.settings),
        },
        ...(user?.isAdmin === true
          ? [
              {
                label: t('shell.admin'),
                icon: Shield,
                onSelect: () => navigate(adminPath()),
              },
            ]
          : []),
        ...further.map(({ label, icon, to }) => ({
          label: t(label),
          icon,
          onSelect: () => navigate(to),
        })),
        {
          label: t(isDark ? 'app.useLightTheme' : 'app.useDarkTheme'),
          icon: isDark ? Sun : Moon,
          onSelect: toggleTheme,
        },
        { label: t('shell.logOut'), icon: LogOut, onSelect: onLogOut },
      ]}
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          className={classNames(
            'flex min-h-12 min-w-12 items-center justify-center gap-3 rounded-full text-left transition-colors hover:bg-hover active:bg-pressed',
            hasName && 'xl:w-full xl:justify-start xl:px-2',
          )}
        >
          <span className="sr-only">{t('shell.account')}</span>
          <Avatar name={name} picture={user?.picture ?? null} size="sm" />
          {hasName && user && (
            <span className="hidden min-w-0 xl:block">
              <span className="block truncate text-sm font-semibold">{user.name}</span>
              <span className="block truncate text-sm text-muted">@{user.username}</span>
            </span>
          )}
        </button>
      )}
    />
  );
}
