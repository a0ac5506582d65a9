import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import Download from 'lucide-react/icons/download';
import Info from 'lucide-react/icons/info';
import Lock from 'lucide-react/icons/lock';
import Newspaper from 'lucide-react/icons/newspaper';
import Palette from 'lucide-react/icons/palette';
import Shield from 'lucide-react/icons/shield';
import User from 'lucide-react/icons/user';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { classNames } from '../../../lib/class-names.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { findSettings, searchableSettingsQuery } from './search-settings.ts';
import { settings, settingsPages } from './settings-index.ts';
import type { SettingId, SettingsPageName } from './settings-index.ts';

const icons = {
  profile: User,
  security: Shield,
  privacy: Lock,
  feeds: Newspaper,
  appearance: Palette,
  notifications: Bell,
  data: Download,
  about: Info,
} as const satisfies Record<SettingsPageName, unknown>;

const linkClass =
  'flex min-h-11 items-center rounded-md px-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2';

/**
 * The search and the pages of the settings: a list beside each page, or above it if there is no room, for
 * example with large text. On narrow screens it is above the profile form only, and the pages lead back to it.
 */
export function SettingsNavigation({ current }: { current: SettingsPageName }) {
  const [query, setQuery] = useState('');
  const navigate = useNavigate();
  const { data = [] } = useQuery({ ...searchableSettingsQuery, enabled: query !== '' });
  const results = findSettings(data, query);
  const isSearching = query.trim() !== '';
  const openFirst = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [first] = results;
    if (!isSearching || first === undefined) return;
    setQuery('');
    void navigate(pathToSetting(first));
  };
  return (
    <nav
      aria-label={t('settings.sections')}
      className={classNames(
        'flex flex-col gap-2 border-b border-line p-3 @3xl:sticky @3xl:top-14 @3xl:max-h-[calc(100dvh-3.5rem)] @3xl:w-64 @3xl:shrink-0 @3xl:self-start @3xl:overflow-y-auto @3xl:border-b-0',
        current !== 'profile' && 'max-lg:hidden',
      )}
    >
      <form role="search" onSubmit={openFirst}>
        <input
          type="search"
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          autoComplete="off"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          className="h-11 w-full rounded-full border border-field bg-canvas px-4 focus:border-accent focus:outline-1 focus:-outline-offset-2 focus:outline-accent"
        />
      </form>
      <p role="status" className="px-3 text-sm text-muted empty:hidden">
        {isSearching &&
          data.length > 0 &&
          t('settings.found', { count: results.length, query: query.trim() })}
      </p>
      {isSearching ? (
        <ul>
          {results.map((id) => (
            <li key={id}>
              <Link
                to={pathToSetting(id)}
                onClick={() => setQuery('')}
                className={classNames(linkClass, 'flex-col items-start! justify-center py-1.5')}
              >
                <span className="font-medium">{t(settings[id].label)}</span>
                <span className="text-sm text-muted">{t(`settings.${settings[id].page}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9.125rem,1fr))] @3xl:grid-cols-1">
          {settingsPages.map((page) => (
            <li key={page}>
              <PageLink page={page} isCurrent={page === current} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function PageLink({ page, isCurrent }: { page: SettingsPageName; isCurrent: boolean }) {
  const Icon = icons[page];
  return (
    <Link
      to={pathToPage(page)}
      aria-current={isCurrent ? 'page' : undefined}
      className={classNames(
        linkClass,
        'gap-2 @3xl:gap-3',
        isCurrent && 'bg-hover font-semibold text-accent',
      )}
    >
      <Icon size="1.25rem" aria-hidden className={isCurrent ? '' : 'text-muted'} />
      <span className="min-w-0">{t(`settings.${page}`)}</span>
    </Link>
  );
}

function pathToPage(page: SettingsPageName): string {
  return page === 'profile' ? paths.settings : paths.settingsPage(page);
}

function pathToSetting(id: SettingId): string {
  return `${pathToPage(settings[id].page)}#${id}`;
}
