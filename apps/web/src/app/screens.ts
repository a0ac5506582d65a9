import { lazy } from 'react';
import type { ComponentType } from 'react';
import { paths } from '../lib/paths.ts';
import { getAccessToken } from '../lib/session/index.ts';

function screen(load: () => Promise<ComponentType>) {
  return { load, Component: lazy(async () => ({ default: await load() })) };
}

/** One chunk a screen, and one for what surrounds the screens of a signed-in person. */
const shell = screen(async () => (await import('./signed-in-layout.tsx')).SignedInLayout);
const login = screen(async () => (await import('../pages/login/login-page.tsx')).LoginPage);
const register = screen(
  async () => (await import('../pages/register/register-page.tsx')).RegisterPage,
);
const feed = screen(async () => (await import('../pages/feed/feed-page.tsx')).FeedPage);

export const SignedInLayout = shell.Component;
export const LoginPage = login.Component;
export const RegisterPage = register.Component;
export const FeedPage = feed.Component;

/** Fetches what an address will show while React is still getting ready, all at once. */
export function preloadScreen(pathname: string): void {
  const parts =
    getAccessToken() !== null ? [shell, feed] : [pathname === paths.register ? register : login];
  // A failure shows when the screen itself asks again.
  for (const part of parts) part.load().catch(() => undefined);
}
