import { foldText } from '../../domain/fold-text.ts';

/**
 * Splits text into words like the database (`search_document` in the migrations; a test compares the
 * two).
 */

const separators =
  String.raw`\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u02C2-\u02DF\u055A-\u055F` +
  String.raw`\u0589\u060C\u061B-\u061F\u066A-\u066D\u06D4\u0964\u0965\u2000-\u206F\u2190-\u25FF` +
  String.raw`\u3000-\u3004\u3008-\u3020\u3030\u303D-\u303F\u30FB\uFE0E\uFE0F`;

// Scripts without spaces between words, scripts with attached suffixes, and emoji.
const runCharacters =
  String.raw`\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3041-\u30FA\u30FC-\u30FF` +
  String.raw`\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7AF\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}`;

const pieces = new RegExp(
  `(?<run>[${runCharacters}]+)|(?<word>[^${separators}${runCharacters}]+)`,
  'gu',
);

const wordMaxLength = 64;

/** A word of a text, or a run of characters in which any part can match. */
export interface SearchPiece {
  text: string;
  isRun: boolean;
  /** Its index in the split text. */
  index: number;
}

export function splitFolded(folded: string): SearchPiece[] {
  return Array.from(folded.matchAll(pieces), ({ 0: text, index, groups }) => ({
    text,
    isRun: groups?.['run'] !== undefined,
    index,
  }));
}

/** A lexeme and its position in the text. */
interface PositionedLexeme {
  lexeme: string;
  position: number;
}

/**
 * The lexemes that the database must find at these positions to match a text. A run consists of its
 * pairs of adjacent characters.
 */
export function toLexemes(text: string): PositionedLexeme[] {
  const lexemes: PositionedLexeme[] = [];
  let position = 1;
  for (const piece of splitFolded(foldText(text))) {
    const characters = Array.from(piece.text);
    if (piece.isRun) {
      lexemes.push(...runLexemes(characters, position));
      position += characters.length;
    } else {
      lexemes.push({ lexeme: characters.slice(0, wordMaxLength).join(''), position });
      position += 1;
    }
  }
  return lexemes;
}

function runLexemes(characters: readonly string[], start: number): PositionedLexeme[] {
  if (characters.length === 1) return characters.map((lexeme) => ({ lexeme, position: start }));
  return characters
    .slice(1)
    .map((next, i) => ({ lexeme: `${characters[i] ?? ''}${next}`, position: start + i }));
}
