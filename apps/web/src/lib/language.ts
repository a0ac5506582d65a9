import { storeLocaleChoice } from './locale.ts';
import type { LocaleChoice } from './locale.ts';

/** Reloads the page, because its texts are loaded with it. Drafts are stored on the device. */
export function changeLanguage(choice: LocaleChoice): void {
  storeLocaleChoice(choice);
  window.location.reload();
}

/** The name of a language in that language, such as "Deutsch", or the tag if the browser knows none. */
export function nameLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
