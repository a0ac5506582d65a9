import { withMessages } from '../i18n/load-messages.ts';
import { paths } from '../lib/paths.ts';
import { feedLoader } from './feed-loader.ts';
import { pageLoader } from './page-loader.ts';
import type { PageLoader } from './page-loader.ts';

// Imported by the entry, which loads these pages before React: it must not import React itself.

export const loginLoader = pageLoader(
  async () => (await withMessages(import('../pages/login/login-page.tsx'), 'auth')).LoginPage,
);
export const registerLoader = pageLoader(
  async () =>
    (await withMessages(import('../pages/register/register-page.tsx'), 'auth', 'signUp'))
      .RegisterPage,
);
export const signedInLayoutLoader = pageLoader(
  async () => (await withMessages(import('./signed-in-layout.tsx'), 'threads')).SignedInLayout,
);

/** The most likely pages: signed-in users mostly start with the feed, other visitors sign in. */
export function findFirstPages(pathname: string, isSignedIn: boolean): readonly PageLoader[] {
  if (isSignedIn) return [signedInLayoutLoader, feedLoader];
  return [pathname === paths.register ? registerLoader : loginLoader];
}
