import { readMeta } from './instance.ts';
import { createStore } from './store.ts';
import { readItem, storageKeys, writeItem } from './storage.ts';

export type Theme = 'light' | 'dark';

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
const store = createStore<Theme>(currentTheme());

prefersDark.addEventListener('change', applyTheme);
if (chosenTheme()) updateThemeColor();
window.addEventListener('storage', (event) => {
  if (event.key === storageKeys.theme) applyTheme();
});

/** The theme in use: the chosen one, or the system's. */
export const useTheme = store.useValue;

/** Switches between light and dark, and stores the choice on this device. */
export function toggleTheme(): void {
  writeItem(storageKeys.theme, store.get() === 'dark' ? 'light' : 'dark');
  applyTheme();
}

/** Applies the theme stored on this device, or the instance's default, or the system's. */
export function applyTheme(): void {
  const chosen = chosenTheme();
  if (chosen) document.documentElement.dataset['theme'] = chosen;
  else delete document.documentElement.dataset['theme'];
  updateThemeColor();
  store.set(currentTheme());
}

/** Sets the color of the browser's toolbars to that of the page. */
function updateThemeColor(): void {
  const { backgroundColor } = getComputedStyle(document.body);
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', backgroundColor);
  }
}

function currentTheme(): Theme {
  return chosenTheme() ?? (prefersDark.matches ? 'dark' : 'light');
}

function chosenTheme(): Theme | null {
  const stored = readItem(storageKeys.theme) ?? readMeta('default-theme');
  return stored === 'light' || stored === 'dark' ? stored : null;
}
