import { queryOptions } from '@tanstack/react-query';
import type { EmojiData } from 'frimousse';
import germanUrl from 'virtual:emojis/de';
import englishUrl from 'virtual:emojis/en';
import { locale } from '../../../i18n/index.ts';

const urls: Record<typeof locale, string> = { de: germanUrl, en: englishUrl };

/** The emojis with their names in a language. */
export const emojiDataIn = (language: typeof locale) =>
  queryOptions({
    queryKey: ['emojis', language],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<EmojiData> => {
      const response = await fetch(urls[language], { signal });
      if (!response.ok) throw new Error(`The emojis could not be loaded: ${response.status}`);
      return (await response.json()) as EmojiData;
    },
  });

/** The emojis in the language of the interface. */
export const emojiDataQuery = emojiDataIn(locale);
