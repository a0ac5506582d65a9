import { highestId, lowestIdAt } from '../../platform/ids.ts';
import type { GetShare } from './lexeme-shares.queries.ts';
import type { MatchFilter } from './matches.queries.ts';
import { quote, toPhraseQuery } from './search-query.ts';
import type { Phrase, SearchQuery } from './search-query.ts';
import { toLexemes } from './search-words.ts';

/** The users and corrections that the words of a query refer to. */
export interface QueryContext {
  /** Ids of the users of `from:`. */
  fromIds: readonly string[];
  /** Ids of users with this name, by phrase. */
  namedIds: ReadonlyMap<Phrase, readonly string[]>;
  /** Corrections of a possibly mistyped word, by phrase. */
  correctedWords: ReadonlyMap<Phrase, readonly string[]>;
}

/** A part of a `tsquery`, with the estimated share of all documents that match it. */
interface Term {
  query: string;
  share: number;
}

/** Requires every term of the query, in the text of a thread or as its author. */
export function toMatchQuery(
  query: SearchQuery,
  context: QueryContext,
  getShare: GetShare,
): { query: string | null; share: number } {
  const toTerm = (lexeme: string): Term => ({ query: quote(lexeme), share: getShare(lexeme) });
  const toAuthor = (id: string) => toTerm(`@${id}`);
  const terms = [
    ...query.phrases.map((phrase) =>
      matchAny([
        toPhraseTerm(phrase.text, getShare),
        ...(context.correctedWords.get(phrase) ?? []).map(toTerm),
        ...(context.namedIds.get(phrase) ?? []).map(toAuthor),
      ]),
    ),
    ...query.tags.map((tag) => toTerm(`#${tag}`)),
    ...query.has.map((attachment) => toTerm(`is:${attachment}`)),
    ...(context.fromIds.length === 0 ? [] : [matchAny(context.fromIds.map(toAuthor))]),
  ];
  return {
    query: terms.length === 0 ? null : terms.map((term) => term.query).join(' & '),
    share: terms.reduce((product, { share }) => product * share, 1),
  };
}

/** The ids of threads in the time range of a query. */
export function toIdRange({
  sinceMs,
  untilMs,
}: SearchQuery): Pick<MatchFilter, 'fromId' | 'belowId'> {
  return {
    fromId: lowestIdAt(sinceMs ?? 0),
    belowId: untilMs === null ? highestId : lowestIdAt(untilMs),
  };
}

// Each phrase costs time for every ranked thread.
const rankedPhrasesMax = 16;

/** Any of the phrases, for the ranking. Null without phrases. */
export function toRankQuery({ phrases }: SearchQuery): string | null {
  const ranked = phrases.slice(0, rankedPhrasesMax).map(({ text }) => toPhraseQuery(text));
  return ranked.length === 0 ? null : ranked.join(' | ');
}

function toPhraseTerm(text: string, getShare: GetShare): Term {
  const shares = toLexemes(text).map(({ lexeme }) => getShare(lexeme));
  return { query: toPhraseQuery(text), share: Math.min(...shares) };
}

function matchAny(terms: readonly Term[]): Term {
  const queries = terms.map(({ query }) => query);
  return {
    query: queries.length === 1 ? queries.join('') : `(${queries.join(' | ')})`,
    share: Math.max(...terms.map(({ share }) => share)),
  };
}
