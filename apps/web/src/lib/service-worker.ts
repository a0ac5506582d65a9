import { readLocale } from './locale.ts';
import { readItem, storageKeys, writeItem } from './storage.ts';

// The worker cannot read the language from localStorage.
const address = `/sw.js?locale=${readLocale()}`;

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

declare global {
  interface Window {
    /** Undefined in browsers without Trusted Types. */
    trustedTypes?: TrustedTypes;
  }
}

let trusted: string | undefined;

/** Whether the browser supports service workers. */
export function hasServiceWorkers(): boolean {
  // Cached files would hide changes during development.
  return import.meta.env.PROD && 'serviceWorker' in navigator;
}

/**
 * Installs the service worker from the second visit on. The first visit does not benefit from it,
 * and its downloads would compete with those of the page.
 */
export async function registerOnReturn(): Promise<void> {
  const isFirstVisit = readItem(storageKeys.visited) === null;
  writeItem(storageKeys.visited, 'true');
  if (hasServiceWorkers() && !isFirstVisit) await registerServiceWorker();
}

/** Installs the service worker if needed, and returns its registration. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  trusted ??= createTrustedUrl();
  return navigator.serviceWorker.register(trusted);
}

/** Ends the subscription at the browser's push service. The server's record ends with the session. */
export async function unsubscribeBrowser(): Promise<void> {
  const { pushManager } = await registerServiceWorker();
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** The only script URL that the app passes to the browser at run time. */
function createTrustedUrl(): string {
  const rules = { createScriptURL: () => address };
  return window.trustedTypes?.createPolicy('skein', rules).createScriptURL(address) ?? address;
}
