import { useSyncExternalStore } from 'react';
import { readMeta } from './instance.ts';
import { useMediaQuery } from './media-query.ts';
import { removeItem, storageKeys, writeItem } from './storage.ts';
import { applyTheme } from './theme.ts';
import type { Theme } from './theme.ts';

export type ThemeChoice = Theme | 'system';

/** The settings of a device other than the theme, with their options. */
export const deviceOptions = {
  motion: ['system', 'reduced'],
  textSize: ['small', 'standard', 'large', 'larger'],
  density: ['comfortable', 'compact'],
} as const;
type DeviceSetting = keyof typeof deviceOptions;
type DeviceChoice<Setting extends DeviceSetting> = (typeof deviceOptions)[Setting][number];

const defaults = { motion: 'system', textSize: 'standard', density: 'comfortable' } as const;

/** The theme chosen on this device, in the settings or with the theme toggle. */
export function useThemeChoice(): ThemeChoice {
  const chosen = useRootAttribute('theme');
  return chosen === 'light' || chosen === 'dark' || chosen === 'dim' ? chosen : 'system';
}

/** Applies a theme and stores it on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  // If the instance has a default, the choice of the system's theme differs from no choice.
  if (choice === 'system' && readMeta('default-theme') === '') removeItem(storageKeys.theme);
  else writeItem(storageKeys.theme, choice);
  if (choice === 'dim') writeItem(storageKeys.darkTheme, choice);
  if (choice === 'dark') removeItem(storageKeys.darkTheme);
  applyTheme();
}

/** A setting of this device. */
export function useDeviceChoice<Setting extends DeviceSetting>(
  setting: Setting,
): DeviceChoice<Setting> {
  const chosen = useRootAttribute(setting);
  const options: readonly DeviceChoice<Setting>[] = deviceOptions[setting];
  return options.find((option) => option === chosen) ?? defaults[setting];
}

/** Applies a setting and stores it on this device. */
export function chooseOnDevice<Setting extends DeviceSetting>(
  setting: Setting,
  choice: DeviceChoice<Setting>,
): void {
  const { dataset } = document.documentElement;
  if (choice === defaults[setting]) {
    removeItem(storageKeys[setting]);
    delete dataset[setting];
  } else {
    writeItem(storageKeys[setting], choice);
    dataset[setting] = choice;
  }
}

/** Whether the user prefers reduced motion, by the setting of this device or of the system. */
export function useReducedMotion(): boolean {
  const isReducedBySystem = useMediaQuery('(prefers-reduced-motion: reduce)');
  return useDeviceChoice('motion') === 'reduced' || isReducedBySystem;
}

/** A data attribute of the root element. The boot script and the theme toggle set it too. */
function useRootAttribute(name: 'theme' | DeviceSetting): string | undefined {
  return useSyncExternalStore(
    subscribeToRootAttributes,
    () => document.documentElement.dataset[name],
  );
}

function subscribeToRootAttributes(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  const attributeFilter = ['data-theme', 'data-motion', 'data-text-size', 'data-density'];
  observer.observe(document.documentElement, { attributeFilter });
  return () => observer.disconnect();
}
