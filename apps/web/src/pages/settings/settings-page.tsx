import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom';
import { SettingsNavigation } from '../../features/settings/layout/settings-navigation.tsx';
import { settingsPages } from '../../features/settings/layout/settings-index.ts';
import { WithCurrentUser } from '../../features/settings/profile/with-current-user.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { Page } from '../../ui/layout/page.tsx';

const subpages = settingsPages.filter((page) => page !== 'profile');

/** The list of the settings, beside the selected page. */
export function SettingsPage() {
  const { pathname, hash, search } = useLocation();
  const current = subpages.find((page) => pathname === paths.settingsPage(page));
  const moved = subpages.find((page) => current === undefined && hash === `#${page}`);
  // All settings were on one page before, with an anchor for each section.
  if (moved) return <Navigate replace to={{ pathname: paths.settingsPage(moved), search }} />;
  const title = t(current === undefined ? 'settings.title' : `settings.${current}`);
  return (
    <Page
      title={title}
      tabTitle={current && `${title} · ${t('settings.title')}`}
      isWide
      leading={
        current === undefined ? undefined : (
          <Link
            to={paths.settings}
            aria-label={t('settings.back')}
            className="finger -ml-2 rounded-full p-2 transition-colors hover:bg-hover lg:hidden"
          >
            <ArrowLeft size="1.25rem" aria-hidden />
          </Link>
        )
      }
    >
      <div className="@container">
        <div className="flex flex-col @3xl:flex-row">
          <SettingsNavigation current={current ?? 'profile'} />
          <div className="min-w-0 grow border-line @3xl:min-h-[calc(100dvh-3.5rem)] @3xl:border-l">
            <WithCurrentUser renderUser={(user) => <Outlet context={user} />} />
          </div>
        </div>
      </div>
    </Page>
  );
}
