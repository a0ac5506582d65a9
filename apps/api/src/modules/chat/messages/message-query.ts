import { foldText } from '../../../domain/fold-text.ts';
import { quote, splitFolded, toLexemes, toPhraseQuery } from '../../search/index.ts';

/** A parsed search for messages. */
export interface MessageQuery {
  /** A `tsquery` for the index; `/` before each lexeme stands for the conversation. */
  lexemes: string;
  /** A `tsquery` for the order of characters, which the index does not have; null if any order matches. */
  phrase: string | null;
  /** The beginnings of words to highlight. */
  prefixes: string[];
  /** The other texts to highlight. */
  parts: string[];
}

// This also limits the time of a search.
const piecesMax = 20;

/** All words must occur, at least with their beginnings. Null for a text without words. */
export function parseMessageQuery(text: string): MessageQuery | null {
  const pieces = splitFolded(foldText(text)).slice(0, piecesMax);
  if (pieces.length === 0) return null;
  const runs = pieces.filter(({ isRun }) => isRun).map((piece) => piece.text);
  const words = pieces.filter(({ isRun }) => !isRun).map((piece) => piece.text);
  // The beginning of one character would match too many words.
  const prefixes = words.filter((word) => Array.from(word).length > 1);
  const exact = words.filter((word) => !prefixes.includes(word));
  const terms = [
    ...prefixes.map((word) => `${quote(`/${truncate(word)}`)}:*`),
    ...[...exact, ...runs]
      .flatMap((part) => toLexemes(part))
      .map(({ lexeme }) => quote(`/${lexeme}`)),
  ];
  const ordered = runs.filter((run) => toLexemes(run).length > 1).map(toPhraseQuery);
  return {
    lexemes: terms.join(' & '),
    phrase: ordered.length === 0 ? null : ordered.join(' & '),
    prefixes,
    parts: [...exact, ...runs],
  };
}

/** As the index truncates words. */
const truncate = (word: string): string => toLexemes(word)[0]?.lexeme ?? word;
