import { redirect } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { lazyPage } from './lazy-page.ts';

/** The pages of the settings, in the layout with their list. */
export const settingsRoute: RouteObject = {
  path: paths.settings,
  lazy: lazyPage(
    async () => (await import('../../pages/settings/settings-page.tsx')).SettingsPage,
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
        async () =>
          (await import('../../pages/settings/profile-settings-page.tsx')).ProfileSettingsPage,
        'auth',
      ),
    },
    {
      path: 'security',
      lazy: lazyPage(
        async () =>
          (await import('../../pages/settings/security-settings-page.tsx')).SecuritySettingsPage,
        'auth',
      ),
    },
    {
      path: 'privacy',
      lazy: lazyPage(
        async () =>
          (await import('../../pages/settings/privacy-settings-page.tsx')).PrivacySettingsPage,
        'users',
        'overlays',
      ),
    },
    {
      path: 'feeds',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/feed-settings-page.tsx')).FeedSettingsPage,
        'hashtags',
        'users',
      ),
    },
    {
      path: 'appearance',
      lazy: lazyPage(
        async () =>
          (await import('../../pages/settings/appearance-settings-page.tsx'))
            .AppearanceSettingsPage,
      ),
    },
    {
      path: 'notifications',
      lazy: lazyPage(
        async () =>
          (await import('../../pages/settings/notification-settings-page.tsx'))
            .NotificationSettingsPage,
      ),
    },
    {
      path: 'data',
      lazy: lazyPage(
        async () => (await import('../../pages/settings/data-settings-page.tsx')).DataSettingsPage,
        'auth',
      ),
    },
    {
      path: 'about',
      lazy: lazyPage(
        async () =>
          (await import('../../pages/settings/about-settings-page.tsx')).AboutSettingsPage,
      ),
    },
    { path: '*', loader: () => redirect(paths.settings) },
  ],
};
