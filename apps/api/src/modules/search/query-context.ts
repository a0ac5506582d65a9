import type { Database } from '@skein/db';
import { canBeMistyped, pickSimilarWords } from '../../platform/similar-words.ts';
import type { QueryContext } from './match-filter.ts';
import { findUserIds, listNamedUsers } from './named-users.queries.ts';
import { splitFolded } from './search-words.ts';
import { toPhraseQuery } from './search-query.ts';
import type { Phrase, SearchQuery } from './search-query.ts';
import { listSimilarWords } from './similar-words.queries.ts';

// Only the first phrases of a query are looked up as names and for corrections.
const namedPhrasesMax = 8;
const mistypedWordsMax = 4;

/** Null if no user of `from:` exists. */
export async function readContext(
  database: Database,
  { phrases, from }: SearchQuery,
): Promise<QueryContext | null> {
  const fromIds = await findUserIds(database, from);
  if (from.length > 0 && fromIds.length === 0) return null;
  const names = phrases.slice(0, namedPhrasesMax);
  const users = await listNamedUsers(
    database,
    names.map(({ text }) => toPhraseQuery(text)),
  );
  const namedIds = new Map(
    names.map((phrase, index) => [
      phrase,
      users.filter((user) => user.index === index).map(({ id }) => id),
    ]),
  );
  return { fromIds, namedIds, correctedWords: new Map() };
}

/** Finds corrections of possibly mistyped words, by phrase. Quoted phrases are not corrected. */
export async function findCorrectedWords(
  database: Database,
  viewerId: string,
  { phrases }: SearchQuery,
): Promise<Map<Phrase, string[]>> {
  const correctedWords = new Map<Phrase, string[]>();
  for (const phrase of phrases.filter(isOneWord).slice(0, mistypedWordsMax)) {
    const corrections = pickSimilarWords(
      phrase.text,
      await listSimilarWords(database, viewerId, phrase.text),
    );
    if (corrections.length > 0) correctedWords.set(phrase, corrections);
  }
  return correctedWords;
}

function isOneWord({ text, isQuoted }: Phrase): boolean {
  const [piece, ...others] = splitFolded(text);
  const isWord = piece !== undefined && others.length === 0 && !piece.isRun && piece.text === text;
  return isWord && !isQuoted && canBeMistyped(text);
}
