import { catalogNames, locales } from '@skein/messages';

/** The lazy modules of each screen that a visit can begin with, as `guessFirstScreen` names them. */
export const firstScreens = {
  login: ['src/pages/login/login-page.tsx'],
  register: ['src/pages/register/register-page.tsx'],
  feed: ['src/app/signed-in-layout.tsx', 'src/pages/feed/feed-page.tsx'],
} as const;

/** What the shell loads when the browser is idle: part of every first visit of a signed-in user. */
export const idleModules = ['src/app/late-shell.tsx', 'src/app/late-parts.tsx'] as const;

/** What else the navigation leads to: the service worker caches it on a later visit. */
export const offlineScreens = [
  'src/pages/side-panels/panels.tsx',
  'src/pages/search/search-page.tsx',
  'src/pages/notifications/notifications-page.tsx',
  'src/pages/messages/messages-page.tsx',
  'src/pages/likes/likes-page.tsx',
  'src/pages/my-posts/my-posts-page.tsx',
  'src/pages/bookmarks/bookmarks-page.tsx',
  'src/pages/thread/thread-page.tsx',
  'src/pages/profile/profile-page.tsx',
  'src/pages/own-profile/own-profile-page.tsx',
  'src/pages/settings/settings-page.tsx',
] as const;

/** The modules with the messages of a first screen, for each language, as `login-en`. */
export const firstMessages = Object.fromEntries(
  locales.flatMap((locale) =>
    Object.entries({
      login: ['base', 'auth'],
      register: ['base', 'auth', 'signUp'],
      feed: ['base', 'threads'],
    }).map(([screen, names]) => [
      `${screen}-${locale}`,
      names.map((name) => catalogModule(locale, name)),
    ]),
  ),
);

/** The modules with the messages that the shell loads when the browser is idle. */
export const idleMessages = locales.map((locale) => catalogModule(locale, 'chat'));

/** The modules with all messages. */
export const offlineMessages = locales.flatMap((locale) =>
  catalogNames.map((name) => catalogModule(locale, name)),
);

function catalogModule(locale: string, name: string): string {
  return `../../packages/messages/generated/${locale}/${name}.ts`;
}
