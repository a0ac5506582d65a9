import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { t } from '../../i18n/index.ts';
import { BottomBar } from './bottom-bar.tsx';
import { NavigationRail } from './navigation-rail.tsx';
import type { ShellActions } from './shell-actions.ts';

interface AppShellProps extends ShellActions {
  children: ReactNode;
}

/** The layout of all pages for signed-in users: navigation, content and overlays. */
export function AppShell({ children, ...actions }: AppShellProps) {
  const notice = findNotice(actions.user);
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-full bg-ink px-4 py-2 font-semibold text-inverse focus:translate-y-0"
      >
        {t('shell.skipToContent')}
      </a>
      <div className="mx-auto flex min-h-dvh max-w-[75.5rem] justify-center pb-(--bottom-bar)">
        <NavigationRail {...actions} />
        <div
          className={
            notice !== null
              ? 'flex min-w-0 max-w-column grow flex-col lg:max-w-(--chat-width)'
              : 'contents'
          }
        >
          {notice !== null && (
            <p
              data-frozen
              className="bg-ink px-4 py-2 text-center text-sm font-medium text-inverse sm:h-(--frozen-bar) sm:truncate"
            >
              {notice.text}{' '}
              <Link to={notice.to} className="underline">
                {notice.link}
              </Link>
            </p>
          )}
          <div data-shell className={notice !== null ? 'flex grow' : 'contents'}>
            {children}
          </div>
        </div>
      </div>
      <BottomBar {...actions} />
    </>
  );
}

/** Why the user cannot post. */
function findNotice(user: ShellActions['user']) {
  if (user?.isFrozen === true) {
    return { text: t('shell.frozen'), to: paths.accountStatus, link: t('shell.accountStatus') };
  }
  if (user?.hasMoved === true) {
    return { text: t('shell.moved'), to: paths.movedAccount, link: t('shell.endRedirect') };
  }
  return null;
}
