import { useSyncExternalStore } from 'react';
import { readMeta } from './instance.ts';
import { useMediaQuery } from './media-query.ts';
import { removeItem, storageKeys, writeItem } from './storage.ts';
import { applyTheme } from './theme.ts';
import type { Theme } from './theme.ts';

export type ThemeChoice = Theme | 'system';
export type MotionChoice = 'system' | 'reduced';

/** The theme chosen on this device, in the settings or with the theme toggle. */
export function useThemeChoice(): ThemeChoice {
  const chosen = useRootAttribute('theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

/** Applies a theme and stores it on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  // If the instance has a default, the choice of the system's theme differs from no choice.
  if (choice === 'system' && readMeta('default-theme') === '') removeItem(storageKeys.theme);
  else writeItem(storageKeys.theme, choice);
  applyTheme();
}

/** The motion setting of this device. */
export function useMotionChoice(): MotionChoice {
  return useRootAttribute('motion') === 'reduced' ? 'reduced' : 'system';
}

/** Whether the user prefers reduced motion, by the setting of this device or of the system. */
export function useReducedMotion(): boolean {
  const isReducedBySystem = useMediaQuery('(prefers-reduced-motion: reduce)');
  return useMotionChoice() === 'reduced' || isReducedBySystem;
}

/** Applies a motion setting and stores it on this device. */
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

/** A data attribute of the root element. The boot script and the theme toggle set it too. */
function useRootAttribute(name: 'theme' | 'motion'): string | undefined {
  return useSyncExternalStore(
    subscribeToRootAttributes,
    () => document.documentElement.dataset[name],
  );
}

function subscribeToRootAttributes(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-motion'] });
  return () => observer.disconnect();
}
