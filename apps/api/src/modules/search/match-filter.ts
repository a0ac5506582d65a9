import { highestId, lowestIdAt } from '../../platform/ids.ts';
import type { MatchFilter } from './matches.queries.ts';
import { quote, toPhraseQuery } from './search-query.ts';
import type { Phrase, SearchQuery } from './search-query.ts';

/** The users and corrections that the words of a query refer to. */
export interface QueryContext {
  /** Ids of the users of `from:`. */
  fromIds: readonly string[];
  /** Ids of users with this name, by phrase. */
  namedIds: ReadonlyMap<Phrase, readonly string[]>;
  /** Corrections of a possibly mistyped word, by phrase. */
  correctedWords: ReadonlyMap<Phrase, readonly string[]>;
}

/** Requires every term of the query, in the text of a thread or as its author. */
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

// Each phrase costs time for every ranked thread.
const rankedPhrasesMax = 16;

/** Any of the phrases, for the ranking. Null without phrases. */
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
