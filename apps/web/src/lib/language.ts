import { readLocale } from './locale.ts';

/** The name of a language in that language, such as "Deutsch", or the tag if the browser knows none. */
export function nameLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The name of a language in the language of the interface. */
export function nameLanguageForReader(tag: string): string {
  try {
    return new Intl.DisplayNames([readLocale()], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The languages that users select from. Clients of the Mastodon API can send all others too. */
export const selectableLanguages: readonly string[] =
  'ar bg bn ca cs da de el en es et eu fa fi fr gl he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh'.split(
    ' ',
  );
