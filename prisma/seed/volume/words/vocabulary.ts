import { german } from './german.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { japanese } from './japanese.ts';
import { portuguese } from './portuguese.ts';
import type { Language } from './language.ts';
import { spanish } from './spanish.ts';

export interface Vocabulary extends Pick<Language, 'separator' | 'fullStop'> {
  /** By rank: common words, then thousands of rare ones. */
  words: readonly string[];
}

const vocabularySize = 12_000;

export const languages: readonly Language[] = [
  english,
  german,
  spanish,
  french,
  japanese,
  portuguese,
];

/** Common and rare words of a language. Deterministic. */
export function toVocabulary(language: Language): Vocabulary {
  const words = new Set(language.words);
  for (let rank = 0; words.size < vocabularySize; rank += 1) {
    words.add(rareWord(language.syllables, rank));
  }
  return { words: [...words], separator: language.separator, fullStop: language.fullStop };
}

// Two to four syllables: the digits of the rank in a base of the number of syllables. The step is
// prime, so that consecutive ranks look different.
function rareWord(syllables: readonly string[], rank: number): string {
  const base = syllables.length;
  let rest = base * base + ((rank * 7919) % (base ** 4 - base * base));
  let word = '';
  while (rest > 0) {
    word += syllables[rest % base] ?? '';
    rest = Math.floor(rest / base);
  }
  return word;
}
