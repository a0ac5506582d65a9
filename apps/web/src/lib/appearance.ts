import { useSyncExternalStore } from 'react';
import { removeItem, storageKeys, writeItem } from './storage.ts';
import { applyTheme } from './theme.ts';
import type { Theme } from './theme.ts';

export type ThemeChoice = Theme | 'system';
export type MotionChoice = 'system' | 'reduced';

/** The theme that was chosen on this device, by whatever means. */
export function useThemeChoice(): ThemeChoice {
  const chosen = useRootMark('theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Uses a theme from now on, and remembers it on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') removeItem(storageKeys.theme);
  else writeItem(storageKeys.theme, choice);
  applyTheme();
}

/** How much may move, as it was chosen on this device. */
export function useMotionChoice(): MotionChoice {
  return useRootMark('motion') === 'reduced' ? 'reduced' : 'system';
}

/** Lets things move as the system says, or hardly at all; remembers it on this device. */
export function chooseMotion(choice: MotionChoice): void {
  const { dataset } = document.documentElement;
  if (choice === 'reduced') {
    writeItem(storageKeys.motion, choice);
    dataset['motion'] = choice;
  } else {
    removeItem(storageKeys.motion);
    delete dataset['motion'];
  }
}

/** What the style sheet goes by, which the boot script and the theme toggle set too. */
function useRootMark(name: 'theme' | 'motion'): string | undefined {
  return useSyncExternalStore(watchRootMarks, () => document.documentElement.dataset[name]);
}

function watchRootMarks(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-motion'] });
  return () => observer.disconnect();
}
