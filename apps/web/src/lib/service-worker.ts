import { readLocale } from './locale.ts';
import { readItem, storageKeys, writeItem } from './storage.ts';

// The worker has no access to the stored choice of a language.
const address = `/sw.js?locale=${readLocale()}`;
const isFirstVisit = readItem(storageKeys.visited) === null;
writeItem(storageKeys.visited, 'true');

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

declare global {
  interface Window {
    /** Where the browser holds the page to the policy that scripts come from known places only. */
    trustedTypes?: TrustedTypes;
  }
}

let trusted: string | undefined;

/** Whether this browser has service workers, and the page may use them. */
export function hasServiceWorkers(): boolean {
  // While developing there is none: it would hide what has changed.
  return import.meta.env.PROD && 'serviceWorker' in navigator;
}

/**
 * Installs the service worker from the second visit on. The first visit does not benefit from it,
 * and its downloads would compete with those of the page.
 */
export async function registerOnReturn(): Promise<void> {
  if (hasServiceWorkers() && !isFirstVisit) await registerServiceWorker();
}

/** Installs the service worker unless it is installed, and resolves with it. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  trusted ??= trustAddress();
  return navigator.serviceWorker.register(trusted);
}

/** The one address of a script that this app ever gives to the browser at run time. */
function trustAddress(): string {
  const rules = { createScriptURL: () => address };
  return window.trustedTypes?.createPolicy('skein', rules).createScriptURL(address) ?? address;
}
