import { highestId, lowestIdAt } from '../../platform/ids.ts';
import type { MatchFilter } from './matches.queries.ts';
import { quote, toPhraseQuery } from './search-query.ts';
import type { Phrase, SearchQuery } from './search-query.ts';

/** What a query stands for beyond its words. */
export interface QueryContext {
  /** Of those whom `from:` names. */
  fromIds: readonly string[];
  /** By phrase, people who are called so. */
  namedIds: ReadonlyMap<Phrase, readonly string[]>;
  /** By phrase, words that may have been meant. */
  correctedWords: ReadonlyMap<Phrase, readonly string[]>;
}

/** What the database is asked for: everything in the query, in a thread or as its author. */
export function toMatchFilter(query: SearchQuery, context: QueryContext): MatchFilter {
  const terms = [
    ...query.phrases.map((phrase) =>
      anyOf([
        toPhraseQuery(phrase.text),
        ...(context.correctedWords.get(phrase) ?? []).map(quote),
        ...(context.namedIds.get(phrase) ?? []).map(toAuthorLexeme),
      ]),
    ),
    ...query.tags.map((tag) => quote(`#${tag}`)),
    ...query.has.map((attachment) => quote(`is:${attachment}`)),
    ...(context.fromIds.length === 0 ? [] : [anyOf(context.fromIds.map(toAuthorLexeme))]),
  ];
  return {
    query: terms.length === 0 ? null : terms.join(' & '),
    fromId: lowestIdAt(query.sinceMs ?? 0),
    belowId: query.untilMs === null ? highestId : lowestIdAt(query.untilMs),
  };
}

// Each counts a little for every thread that is ranked.
const rankedPhrasesMax = 16;

/** The words alone, any of them: what threads are ranked by. Null where there are none. */
export function toRankQuery({ phrases }: SearchQuery): string | null {
  const ranked = phrases.slice(0, rankedPhrasesMax).map(({ text }) => toPhraseQuery(text));
  return ranked.length === 0 ? null : ranked.join(' | ');
}

function toAuthorLexeme(id: string): string {
  return quote(`@${id}`);
}

function anyOf(queries: readonly string[]): string {
  return queries.length === 1 ? queries.join('') : `(${queries.join(' | ')})`;
}
