import { redirect } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { lazyPage } from './lazy-page.ts';

/** The pages of the settings, in the layout with their list. */
export const settingsRoute: RouteObject = {
  path: paths.settings,
  lazy: lazyPage(
    async () => (await import('../../pages/settings/settings-pages.ts')).SettingsPage,
    'settings',
    // The search shows names of all settings.
    'apps',
    'connections',
    'lists',
  ),
  children: [
    {
      index: true,
      lazy: lazyPage(
        async () => (await import('../../pages/settings/settings-pages.ts')).ProfileSettingsPage,
        'auth',
      ),
    },
    {
      path: 'security',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/settings-pages.ts')).SecuritySettingsPage,
        'auth',
      ),
    },
    {
      path: 'privacy',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/settings-pages.ts')).PrivacySettingsPage,
        'users',
        'overlays',
      ),
    },
    {
      path: 'feeds',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/settings-pages.ts')).FeedSettingsPage,
        'hashtags',
        'users',
      ),
    },
    {
      path: 'appearance',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/settings-pages.ts')).AppearanceSettingsPage,
      ),
    },
    {
      path: 'notifications',
      lazy: lazyPage(
        async () =>
          (await import('../../pages/settings/settings-pages.ts')).NotificationSettingsPage,
      ),
    },
    {
      path: 'data',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/settings-pages.ts')).DataSettingsPage,
        'auth',
      ),
    },
    {
      path: 'about',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/settings-pages.ts')).AboutSettingsPage,
      ),
    },
    { path: '*', loader: () => redirect(paths.settings) },
  ],
};
