import { paths } from '../lib/paths.ts';
import { pageLoader } from './page-loader.ts';
import type { PageLoader } from './page-loader.ts';

// Imported by the entry, which loads these pages before React: it must not import React itself.

export const loginLoader = pageLoader(
  async () => (await import('../pages/login/login-page.tsx')).LoginPage,
  'auth',
);
export const registerLoader = pageLoader(
  async () => (await import('../pages/register/register-page.tsx')).RegisterPage,
  'auth',
  'signUp',
);
export const signedInLayoutLoader = pageLoader(
  async () => (await import('./signed-in-layout.tsx')).SignedInLayout,
  'threads',
);

/** The most likely page: the signed-in layout contains the feed, other visitors sign in. */
export function findFirstPage(pathname: string, isSignedIn: boolean): PageLoader {
  if (isSignedIn) return signedInLayoutLoader;
  return pathname === paths.register ? registerLoader : loginLoader;
}
