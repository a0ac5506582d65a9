import { lazy, Suspense } from 'react';
import { preloader } from '../../lib/preloader.ts';
import { classNames } from '../../lib/class-names.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../avatar.tsx';
import { MenuTrigger } from '../menu.tsx';
import type { PopupState } from '../menu.tsx';
import type { ProfileMenuPopupProps } from './profile-menu-popup.tsx';

interface ProfileMenuProps extends Omit<ProfileMenuPopupProps, keyof PopupState> {
  /** Shows the name next to the picture if the rail is wide. */
  hasName?: boolean;
}

const loadProfileMenuPopup = () =>
  withMessages(
    async () => ({ default: (await import('./profile-menu-popup.tsx')).ProfileMenuPopup }),
    'keys',
    'accounts',
  );
const ProfileMenuPopup = lazy(loadProfileMenuPopup);

export function ProfileMenu({ hasName = false, ...menu }: ProfileMenuProps) {
  const { user } = menu;
  return (
    <MenuTrigger
      preload={preloader(loadProfileMenuPopup)}
      renderPopup={(state) => (
        <Suspense>
          <ProfileMenuPopup {...menu} {...state} />
        </Suspense>
      )}
      renderTrigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          className={classNames(
            'flex min-h-12 w-12 items-center justify-center gap-3 rounded-full text-left transition-colors hover:bg-hover active:bg-pressed',
            hasName && 'xl:w-full xl:justify-start xl:px-2',
          )}
        >
          <span className="sr-only">{t('shell.account')}</span>
          <Avatar name={user?.name ?? ''} picture={user?.picture ?? null} size="sm" />
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
