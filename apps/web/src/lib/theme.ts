import { readMeta } from './instance.ts';
import { createStore } from './store.ts';
import { readItem, storageKeys, writeItem } from './storage.ts';

const themes = ['light', 'dark', 'dim'] as const;
export type Theme = (typeof themes)[number];

const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
const store = createStore(currentBrightness());

prefersDark.addEventListener('change', applyTheme);
if (chosenTheme()) updateThemeColor();
window.addEventListener('storage', (event) => {
  if (event.key === storageKeys.theme) applyTheme();
});

/** Whether the theme in use is light or dark: the chosen one, or the system's. */
export const useTheme = store.useValue;

/** Switches between light and the dark theme used last, and stores the choice on this device. */
export function toggleTheme(): void {
  const darkTheme = readItem(storageKeys.darkTheme) === 'dim' ? 'dim' : 'dark';
  writeItem(storageKeys.theme, store.get() === 'dark' ? 'light' : darkTheme);
  applyTheme();
}

/** Applies the theme stored on this device, or the instance's default, or the system's. */
export function applyTheme(): void {
  const chosen = chosenTheme();
  if (chosen) document.documentElement.dataset['theme'] = chosen;
  else delete document.documentElement.dataset['theme'];
  updateThemeColor();
  store.set(currentBrightness());
}

/** Sets the color of the browser's toolbars to that of the page. */
function updateThemeColor(): void {
  const { backgroundColor } = getComputedStyle(document.body);
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', backgroundColor);
  }
}

function currentBrightness(): 'light' | 'dark' {
  const theme = chosenTheme() ?? (prefersDark.matches ? 'dark' : 'light');
  return theme === 'light' ? 'light' : 'dark';
}

function chosenTheme(): Theme | null {
  const stored = readItem(storageKeys.theme) ?? readMeta('default-theme');
  return themes.find((theme) => theme === stored) ?? null;
}
