import { getAccessToken } from '../lib/session/index.ts';
import { feed } from './feed-screen.ts';
import { guessFirstScreen } from './first-screen.ts';
import { screen } from './screen.tsx';
import { withMessages } from '../i18n/load-messages.ts';

/** One chunk a screen, and one for what surrounds the screens of a signed-in person. */
const shell = screen(
  async () => (await withMessages(import('./signed-in-layout.tsx'), 'threads')).SignedInLayout,
);
const login = screen(
  async () => (await withMessages(import('../pages/login/login-page.tsx'), 'auth')).LoginPage,
);
const register = screen(
  async () =>
    (await withMessages(import('../pages/register/register-page.tsx'), 'auth', 'signUp'))
      .RegisterPage,
);

const signedOut = screen(
  async () =>
    (await withMessages(import('./signed-out-page.tsx'), 'auth', 'signUp', 'recovery'))
      .SignedOutPage,
);

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
