import { readLocale, storeLocaleChoice } from '../lib/locale.ts';
import type { LocaleChoice } from '../lib/locale.ts';
import { cacheLanguage } from './load-messages.ts';

/**
 * Reloads the page, because its texts are loaded with it. Drafts are stored on the device. The texts are
 * in the browser's cache by then, so that it keeps the page visible until the new one is rendered.
 */
export async function changeLanguage(choice: LocaleChoice): Promise<void> {
  storeLocaleChoice(choice);
  await cacheLanguage(readLocale()).catch(() => undefined);
  window.location.reload();
}
