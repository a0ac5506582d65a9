import { captionsMaxBytes, captionsPerVideoMax } from '@skein/contracts/limits';
import { locale } from '../../../i18n/index.ts';
import type { AttachedCaptions } from '../attachments/attachments-reducer.ts';

/** The languages that can be selected. */
const languages =
  'ar bg bn ca cs da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

export interface LanguageOption {
  tag: string;
  name: string;
}

/** The languages by name, without those of other captions of the video. */
export function listLanguages(others: readonly AttachedCaptions[]): LanguageOption[] {
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  return languages
    .filter((tag) => others.every(({ language }) => language !== tag))
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale));
}

export const canAddCaptions = (captions: readonly AttachedCaptions[]): boolean =>
  captions.length < captionsPerVideoMax;

/** Adds a file in the language of the interface, in English or in another language that is free. */
export function addCaptions(captions: readonly AttachedCaptions[], file: File): AttachedCaptions[] {
  const free = listLanguages(captions).map(({ tag }) => tag);
  const language = [locale, 'en', ...free].find((tag) => free.includes(tag));
  return language === undefined || !canAddCaptions(captions)
    ? [...captions]
    : [...captions, { file, language }];
}

export type CaptionsProblem = 'tooLarge' | 'invalid';

/** Reasons for which the server would reject a file. */
export async function checkCaptions(file: File): Promise<CaptionsProblem | null> {
  if (file.size > captionsMaxBytes) return 'tooLarge';
  const text = await file.text();
  return /^\uFEFF?WEBVTT\s/.test(text) && text.includes('-->') ? null : 'invalid';
}
