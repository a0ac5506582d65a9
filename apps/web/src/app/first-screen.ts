import { paths } from '../lib/paths.ts';

export type FirstScreen = 'login' | 'register' | 'feed';

/** What an address most likely leads to: told before React and the router are there. */
export function guessFirstScreen(pathname: string, isSignedIn: boolean): FirstScreen {
  if (isSignedIn) return 'feed';
  return pathname === paths.register ? 'register' : 'login';
}
