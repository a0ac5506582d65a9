import { hashtagSource, mentionSource } from '@skein/contracts/text';

/** The hashtag, mention or name of an emoji that is being typed at the caret. */
export interface CompletionToken {
  trigger: '#' | '@' | ':';
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
/** Neither a time of day nor an address. */
const colon = String.raw`(?<![\p{L}\p{N}:/]):`;
const emojiCharacter = String.raw`[\p{L}\p{N}_]`;
const beforeCaret = new RegExp(
  `(?:${hash}(?<tag>${tagCharacter}*)|${at}(?<name>${nameCharacter}*)|${colon}(?<emoji>${emojiCharacter}{2,}))$`,
  'iu',
);
const restPatterns = {
  '#': new RegExp(`^${tagCharacter}*`, 'u'),
  '@': new RegExp(`^${nameCharacter}*`, 'iu'),
  ':': new RegExp(`^${emojiCharacter}*:?`, 'u'),
} as const;

/** The token at the caret, or null. */
export function findToken(text: string, caret: number): CompletionToken | null {
  const before = text.slice(Math.max(0, caret - tokenLengthMax), caret);
  const groups = beforeCaret.exec(before)?.groups;
  if (!groups) return null;
  const { tag, name, emoji = '' } = groups;
  const trigger = tag !== undefined ? '#' : name !== undefined ? '@' : ':';
  const query = tag ?? name ?? emoji;
  const rest = restPatterns[trigger].exec(text.slice(caret, caret + tokenLengthMax))?.[0] ?? '';
  return { trigger, query, start: caret - query.length - 1, end: caret + rest.length };
}

/** Replaces the token with the completed word or emoji and a space; returns the new caret position. */
export function complete(text: string, { trigger, start, end }: CompletionToken, word: string) {
  const inserted = `${trigger === ':' ? '' : trigger}${word} `;
  const rest = text.slice(end);
  return {
    text: text.slice(0, start) + inserted + (/^\s/.test(rest) ? rest.slice(1) : rest),
    caret: start + inserted.length,
  };
}
