import { lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { getAccessToken } from '../lib/session/index.ts';
import { guessFirstScreen } from './first-screen.ts';

/** A screen in a chunk of its own. */
export function screen(load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null;
  const loadOnce = async () => (loaded ??= await load());
  const Lazy = lazy(async () => ({ default: await loadOnce() }));
  /** What is there already is drawn at once: `lazy` alone would always suspend the first time. */
  function Screen() {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Shown />;
  }
  return { load: loadOnce, Screen };
}

/** One chunk a screen, and one for what surrounds the screens of a signed-in person. */
const shell = screen(async () => (await import('./signed-in-layout.tsx')).SignedInLayout);
const login = screen(async () => (await import('../pages/login/login-page.tsx')).LoginPage);
const register = screen(
  async () => (await import('../pages/register/register-page.tsx')).RegisterPage,
);
export const feed = screen(async () => (await import('../pages/feed/feed-page.tsx')).FeedPage);

export const SignedInLayout = shell.Screen;
export const LoginPage = login.Screen;
export const RegisterPage = register.Screen;

const partsOfScreen = { login: [login], register: [register], feed: [shell, feed] };

/** Gets ready what an address will show. A failure is left to the screen, which asks again. */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const isSignedIn = getAccessToken() !== null;
  const parts = partsOfScreen[guessFirstScreen(pathname, isSignedIn)];
  await Promise.allSettled(parts.map((part) => part.load()));
}
