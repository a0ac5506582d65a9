import { hashtagSource, mentionSource } from '@skein/contracts/text';

/** The hashtag or mention that is being typed at the caret. */
export interface CompletionToken {
  trigger: '#' | '@';
  /** The text between the trigger and the caret. */
  query: string;
  /** The index of the trigger. */
  start: number;
  /** The index of the end of the word, which may be after the caret. */
  end: number;
}

/** Longer than any hashtag or username; limits the search for the trigger. */
const tokenLengthMax = 100;

const { trigger: hash, character: tagCharacter } = hashtagSource;
const { trigger: at, character: nameCharacter } = mentionSource;
const beforeCaret = new RegExp(
  `(?:${hash}(?<tag>${tagCharacter}*)|${at}(?<name>${nameCharacter}*))$`,
  'iu',
);
const restPatterns = {
  '#': new RegExp(`^${tagCharacter}*`, 'u'),
  '@': new RegExp(`^${nameCharacter}*`, 'iu'),
} as const;

/** The token at the caret, or null. */
export function findToken(text: string, caret: number): CompletionToken | null {
  const before = text.slice(Math.max(0, caret - tokenLengthMax), caret);
  const groups = beforeCaret.exec(before)?.groups;
  if (!groups) return null;
  const trigger = groups['tag'] === undefined ? '@' : '#';
  const query = groups['tag'] ?? groups['name'] ?? '';
  const rest = restPatterns[trigger].exec(text.slice(caret, caret + tokenLengthMax))?.[0] ?? '';
  return { trigger, query, start: caret - query.length - 1, end: caret + rest.length };
}

/** Replaces the token with the completed word and a space; returns the new caret position. */
export function complete(text: string, { trigger, start, end }: CompletionToken, word: string) {
  const inserted = `${trigger}${word} `;
  const rest = text.slice(end);
  return {
    text: text.slice(0, start) + inserted + (/^\s/.test(rest) ? rest.slice(1) : rest),
    caret: start + inserted.length,
  };
}
