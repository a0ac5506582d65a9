import { getAccessToken } from '../lib/session/index.ts';
import { feed } from './feed-screen.ts';
import { guessFirstScreen } from './first-screen.ts';
import { screen } from './screen.tsx';

/** One chunk a screen, and one for what surrounds the screens of a signed-in person. */
const shell = screen(async () => (await import('./signed-in-layout.tsx')).SignedInLayout);
const login = screen(async () => (await import('../pages/login/login-page.tsx')).LoginPage);
const register = screen(
  async () => (await import('../pages/register/register-page.tsx')).RegisterPage,
);

const signedOut = screen(async () => (await import('./signed-out-page.tsx')).SignedOutPage);

export const SignedInLayout = shell.Screen;
export const LoginPage = login.Screen;
export const RegisterPage = register.Screen;
export const SignedOutPage = signedOut.Screen;

const partsOfScreen = { login: [login], register: [register], feed: [shell, feed] };

/** Gets ready what an address will show. A failure is left to the screen, which asks again. */
export async function loadFirstScreen(pathname: string): Promise<void> {
  const isSignedIn = getAccessToken() !== null;
  const parts = partsOfScreen[guessFirstScreen(pathname, isSignedIn)];
  await Promise.allSettled(parts.map((part) => part.load()));
}
