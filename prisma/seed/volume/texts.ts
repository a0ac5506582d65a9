import type { PlannedUser } from './users.ts';
import { createRandom, pickByRank, type Random } from './random.ts';
import { languages, toVocabulary, type Vocabulary } from './words/vocabulary.ts';

export interface PlannedText {
  content: string;
  /** Distinct, in order of the text. */
  tags: string[];
  /** Distinct numbers of the mentioned users. */
  mentioned: number[];
}

export type PlanText = (number: number) => PlannedText;

const tagsCount = 8000;

/** Generates distinct texts in six languages with realistic word frequencies. */
export function createTextPlan(seed: number, users: readonly PlannedUser[]): PlanText {
  const vocabularies = languages.map((language) => toVocabulary(language));
  const tags = planTags(vocabularies);
  return (number) => {
    const random = createRandom(seed, number);
    const sentences = planSentences(random, pickVocabulary(random, vocabularies));
    const chosenTags = chooseTags(random, tags);
    const mentioned = random() < 0.12 ? [Math.floor(users.length * random() ** 1.5)] : [];
    const mentions = mentioned.map((userNumber) => `@${users[userNumber]?.username ?? ''}`);
    const hashtags = chosenTags.map((tag) => `#${tag}`);
    return {
      content: [...mentions, sentences, ...hashtags].join(' '),
      tags: chosenTags,
      mentioned,
    };
  };
}

function pickVocabulary(random: Random, vocabularies: readonly Vocabulary[]): Vocabulary {
  let rest = random();
  const index = languages.findIndex((language) => {
    rest -= language.share;
    return rest < 0;
  });
  const vocabulary = vocabularies[Math.max(index, 0)];
  if (vocabulary === undefined) throw new Error('There are no languages.');
  return vocabulary;
}

// 3 to about 200 words, mostly few.
function planSentences(random: Random, vocabulary: Vocabulary): string {
  const wordsCount = 3 + Math.floor(3 * random() ** -0.75) + Math.floor(8 * random());
  const sentences: string[] = [];
  for (let left = Math.min(wordsCount, 200); left > 0; left -= 12) {
    const words = Array.from({ length: Math.min(left, 12) }, () =>
      pickByRank(random, vocabulary.words),
    );
    sentences.push(words.join(vocabulary.separator) + vocabulary.fullStop);
  }
  return sentences.join(' ');
}

function chooseTags(random: Random, tags: readonly string[]): string[] {
  const chance = random();
  if (chance > 0.3) return [];
  const count = chance > 0.1 ? 1 : chance > 0.03 ? 2 : 3;
  return [...new Set(Array.from({ length: count }, () => pickByRank(random, tags)))];
}

// Alternates languages, so that common tags are from all of them.
function planTags(vocabularies: readonly Vocabulary[]): string[] {
  const tags = new Set<string>();
  for (let rank = 20; tags.size < tagsCount; rank += 1) {
    for (const { words } of vocabularies) tags.add((words[rank] ?? '').toLowerCase());
  }
  tags.delete('');
  return [...tags].slice(0, tagsCount);
}
