/**
 * A classic script, bundled for itself: it runs before the first paint, and while the app's own
 * scripts are still on their way. What the first screen will need is asked for here, since each
 * round trip saved shows on a phone.
 */
import { guessFirstScreen } from '../app/first-screen.ts';
import { firstPageRequest } from '../features/feed/api/first-page-request.ts';
import { readFeedKind } from '../features/feed/model/feed-kind.ts';
import { askEarly } from '../api/early-answer.ts';
import { readLocale } from '../lib/locale.ts';
import { paths } from '../lib/paths.ts';
import { takeAddressToken } from '../lib/session/take-address-token.ts';
import { isTokenValid } from '../lib/session/token.ts';
import { readItem, storageKeys } from '../lib/storage.ts';

keepAddressToken();
document.documentElement.lang = readLocale();
applyChosenTheme();
applyChosenMotion();
askForFirstScreen();

/** Before anything is requested; the app takes it over. */
function keepAddressToken(): void {
  const token = takeAddressToken();
  if (token !== null) window.addressToken = token;
}

/** Without a choice, the style sheet follows the system. */
function applyChosenTheme(): void {
  const theme = readItem(storageKeys.theme);
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
}

function applyChosenMotion(): void {
  const motion = readItem(storageKeys.motion);
  if (motion === 'reduced') document.documentElement.dataset['motion'] = motion;
}

function askForFirstScreen(): void {
  const { pathname, search } = window.location;
  const stored = readItem(storageKeys.accessToken);
  const token = stored !== null && isTokenValid(stored) ? stored : null;
  if (token !== null && pathname === paths.feed) {
    askEarly(firstPageRequest(readFeedKind(new URLSearchParams(search))), token);
  }
  // The build writes the files of each screen here, and those of its messages for each language.
  const screen = guessFirstScreen(pathname, token !== null);
  for (const name of [screen, `${screen}-${readLocale()}`]) {
    const files = document.currentScript?.getAttribute(`data-${name}`);
    for (const file of files?.split(' ') ?? []) preloadModule(file);
  }
}

function preloadModule(file: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
