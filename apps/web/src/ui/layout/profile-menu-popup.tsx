import type { CurrentUser } from '@skein/contracts/users';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Keyboard from 'lucide-react/icons/keyboard';
import List from 'lucide-react/icons/list';
import LogOut from 'lucide-react/icons/log-out';
import Moon from 'lucide-react/icons/moon';
import NotebookPen from 'lucide-react/icons/notebook-pen';
import Footprints from 'lucide-react/icons/footprints';
import Settings from 'lucide-react/icons/settings';
import Shield from 'lucide-react/icons/shield';
import Sun from 'lucide-react/icons/sun';
import User from 'lucide-react/icons/user';
import { useNavigate } from 'react-router-dom';
import { openFirstSteps } from '../../lib/first-steps.ts';
import { userHasPermission } from '../../lib/user-role.ts';
import { adminPath } from '../../lib/admin-paths.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { scrollToTop } from '../../lib/scroll-to-top.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { MenuPopup } from '../menu-popup.tsx';
import type { PopupState } from '../menu.tsx';
import { navigationEntries } from './navigation.ts';
import type { ShellActions } from './shell-actions.ts';
import { useAccountItems } from './use-account-items.tsx';
import { useDialogs } from '../../lib/dialogs.tsx';

export interface ProfileMenuPopupProps extends PopupState, Omit<ShellActions, 'onCreateThread'> {
  side: 'top' | 'right';
  /** On phones: includes the pages that are missing in the bottom bar. */
  hasFurtherScreens?: boolean;
}

/** The pages and actions of the viewer's own account. */
export function ProfileMenuPopup(props: ProfileMenuPopupProps) {
  const navigate = useNavigate();
  const { openComposer, openShellDialog } = useDialogs();
  const { user, onLogOut, accounts, hasFurtherScreens = false, ...popup } = props;
  const { accountItems, hasOthers } = useAccountItems(accounts);
  const isDark = useTheme() === 'dark';
  const further = hasFurtherScreens
    ? navigationEntries.filter(({ isInBottomBar }) => !isInBottomBar)
    : [];
  const page = (label: string, icon: typeof User, to: string) => ({
    label,
    icon,
    onSelect: () => void navigate(to),
  });
  const resume = ({ id }: CurrentUser) => {
    openFirstSteps(id);
    void navigate(paths.feed);
    scrollToTop();
  };
  return (
    <MenuPopup
      {...popup}
      label={t('shell.account')}
      header={
        user && (
          <>
            <p className="truncate font-semibold">{user.name}</p>
            <p className="truncate text-sm text-muted">@{user.username}</p>
          </>
        )
      }
      items={[
        ...accountItems,
        { ...page(t('shell.viewProfile'), User, paths.ownProfile), startsGroup: true },
        page(t('shell.settings'), Settings, paths.settings),
        ...(userHasPermission(user, 'moderate')
          ? [page(t('shell.admin'), Shield, adminPath())]
          : []),
        ...further.map(({ label, icon, to }) => page(t(label), icon, to)),
        page(t('commands.lists'), List, paths.lists),
        {
          label: t('commands.drafts'),
          icon: NotebookPen,
          onSelect: () => openComposer({ kind: 'drafts' }),
        },
        page(t('commands.scheduled'), CalendarClock, paths.scheduled),
        ...(user
          ? [{ label: t('commands.firstSteps'), icon: Footprints, onSelect: () => resume(user) }]
          : []),
        {
          label: t(isDark ? 'app.useLightTheme' : 'app.useDarkTheme'),
          icon: isDark ? Sun : Moon,
          onSelect: toggleTheme,
        },
        // Phones have no keyboard.
        ...(hasFurtherScreens
          ? []
          : [
              {
                label: t('keys.title'),
                icon: Keyboard,
                onSelect: () => openShellDialog({ kind: 'shortcuts' }),
              },
            ]),
        {
          label: t('shell.logOut'),
          icon: LogOut,
          hint: hasOthers && user ? `@${user.username}` : undefined,
          startsGroup: hasOthers,
          onSelect: onLogOut,
        },
        ...(hasOthers
          ? [
              {
                label: t('accounts.logOutOfAll'),
                icon: LogOut,
                onSelect: accounts.onLogOutOfAll,
              },
            ]
          : []),
      ]}
    />
  );
}
