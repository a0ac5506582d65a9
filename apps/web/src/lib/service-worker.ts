const address = '/sw.js';

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

/** Has the app's service worker installed, if it is not, and answers with it. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  trusted ??= trustAddress();
  return navigator.serviceWorker.register(trusted);
}

/** The one address of a script that this app ever gives to the browser at run time. */
function trustAddress(): string {
  const rules = { createScriptURL: () => address };
  return window.trustedTypes?.createPolicy('skein', rules).createScriptURL(address) ?? address;
}
