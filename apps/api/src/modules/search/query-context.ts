import type { Database } from '@skein/db';
import { canBeMistyped, pickSimilarWords } from '../../domain/similar-words.ts';
import type { QueryContext } from './match-filter.ts';
import type { MatchFilter } from './matches.queries.ts';
import { readSearchScope } from './search-scope.queries.ts';
import type { SearchScope } from './search-scope.queries.ts';
import { splitFolded } from './search-words.ts';
import { toPhraseQuery } from './search-query.ts';
import type { Phrase, SearchQuery } from './search-query.ts';
import { listSimilarWords } from './similar-words.queries.ts';

// A search looks up this number of the first phrases of a query as names and for corrections.
const namedPhrasesMax = 8;
const mistypedWordsMax = 4;

/** Null if no user of `from:` exists. */
export async function readContext(
  database: Database,
  viewerId: string,
  { phrases, from, isFromViewer }: SearchQuery,
  range: Pick<MatchFilter, 'fromId' | 'belowId'> & { afterId: string | null },
): Promise<{ context: QueryContext; scope: SearchScope } | null> {
  const named = phrases.slice(0, namedPhrasesMax);
  const names = named.map(({ text }) => toPhraseQuery(text));
  const scope = await readSearchScope(database, viewerId, { ...range, from, names });
  const fromIds = isFromViewer ? [...scope.fromIds, viewerId] : scope.fromIds;
  if (from.length > 0 && fromIds.length === 0) return null;
  const namedIds = new Map(
    named.map((phrase, index) => [
      phrase,
      scope.named.filter((user) => user.index === index).map(({ id }) => id),
    ]),
  );
  return { context: { fromIds, namedIds, correctedWords: new Map() }, scope };
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
