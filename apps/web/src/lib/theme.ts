import { createStore } from './store.ts';
import { readItem, storageKeys, writeItem } from './storage.ts';

export type Theme = 'light' | 'dark';

const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const store = createStore<Theme>(currentTheme());

darkSystem.addEventListener('change', applyTheme);
if (chosenTheme()) paintBrowserBars();
window.addEventListener('storage', (event) => {
  if (event.key === storageKeys.theme) applyTheme();
});

/** The theme in use: the chosen one, or the system's until one is chosen. */
export const useTheme = store.useValue;

/** Switches between light and dark, and remembers it on this device. */
export function toggleTheme(): void {
  writeItem(storageKeys.theme, store.get() === 'dark' ? 'light' : 'dark');
  applyTheme();
}

/** Shows the theme that is kept on this device, or else the system's. */
export function applyTheme(): void {
  const chosen = chosenTheme();
  if (chosen) document.documentElement.dataset['theme'] = chosen;
  else delete document.documentElement.dataset['theme'];
  paintBrowserBars();
  store.set(currentTheme());
}

/** The browser's own bars take the colour of the page. */
function paintBrowserBars(): void {
  const { backgroundColor } = getComputedStyle(document.body);
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', backgroundColor);
  }
}

function currentTheme(): Theme {
  return chosenTheme() ?? (darkSystem.matches ? 'dark' : 'light');
}

function chosenTheme(): Theme | null {
  const stored = readItem(storageKeys.theme);
  return stored === 'light' || stored === 'dark' ? stored : null;
}
