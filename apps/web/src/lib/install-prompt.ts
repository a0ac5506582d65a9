import { createStore } from './store.ts';

/** The event with which some browsers offer to install the app. TypeScript does not declare it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<InstallPromptEvent | null>(null);

/** Keeps the browser's offer to install the app, which arrives soon after the page has loaded. */
export function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser would otherwise show its own banner.
    event.preventDefault();
    if (isInstallPrompt(event)) offer.set(event);
  });
  window.addEventListener('appinstalled', () => offer.set(null));
}

/** Asks the user to install the app; null if the browser does not offer it. */
export function useInstallPrompt(): (() => Promise<void>) | null {
  const event = offer.useValue();
  if (event === null) return null;
  return async () => {
    // A browser accepts only one call for each event.
    offer.set(null);
    await event.prompt();
  };
}

const isInstallPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;
