import { parseText } from '@skein/contracts/text';
import { foldText } from '../../platform/fold-text.ts';
import { toLexemes, splitFolded } from './search-words.ts';

/** Words to be found next to each other: one for a plain word, several for a phrase. */
export interface Phrase {
  /** Folded. */
  text: string;
  isQuoted: boolean;
}

/** A text that people search with, taken apart. Everything in it must be found. */
export interface SearchQuery {
  phrases: Phrase[];
  /** Lower case, without the hash. */
  tags: string[];
  /** Whose threads, by username; anybody's when empty, and of several any one's. */
  from: string[];
  has: Attachment[];
  /** The first moment, and the first moment no more, in milliseconds. */
  sinceMs: number | null;
  untilMs: number | null;
}

export type Attachment = 'media' | 'poll' | 'link';

// As keyboards write them by themselves.
const quotationMarks = /[“”„«»]/g;
const termPattern = /"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+)/gu;
const operatorPattern = /^(?<name>from|has|since|until):(?<value>.+)$/iu;
const usernamePattern = /^@?[a-z0-9_.]{3,30}$/iu;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 24 * 60 * 60 * 1000;

/** Anything can be searched for: what is no operator, tag or date is a word. */
export function parseSearchQuery(text: string): SearchQuery {
  const query: SearchQuery = {
    phrases: [],
    tags: [],
    from: [],
    has: [],
    sinceMs: null,
    untilMs: null,
  };
  for (const { groups } of text.replaceAll(quotationMarks, '"').matchAll(termPattern)) {
    const { quoted, plain } = groups ?? {};
    if (quoted !== undefined) addPhrase(query, quoted, true);
    else if (plain !== undefined && !readOperator(query, plain) && !readTag(query, plain)) {
      addPhrase(query, plain, false);
    }
  }
  return query;
}

/** Whether there is anything to look for. */
export function isBlankQuery({ phrases, tags, from, has, sinceMs, untilMs }: SearchQuery): boolean {
  const terms = phrases.length + tags.length + from.length + has.length;
  return terms === 0 && sinceMs === null && untilMs === null;
}

function addPhrase(query: SearchQuery, text: string, isQuoted: boolean): void {
  const folded = foldText(text);
  if (splitFolded(folded).length === 0) return;
  if (query.phrases.some((phrase) => phrase.text === folded)) return;
  query.phrases.push({ text: folded, isQuoted });
}

function readOperator(query: SearchQuery, term: string): boolean {
  const { name = '', value = '' } = operatorPattern.exec(term)?.groups ?? {};
  switch (name.toLowerCase()) {
    case 'from':
      return readAuthor(query, value);
    case 'has':
      return readAttachment(query, value.toLowerCase());
    case 'since':
      return readDay(value, (ms) => {
        query.sinceMs = Math.max(ms, query.sinceMs ?? ms);
      });
    case 'until':
      return readDay(value, (ms) => {
        query.untilMs = Math.min(ms + dayMs, query.untilMs ?? ms + dayMs);
      });
    default:
      return false;
  }
}

function readAuthor(query: SearchQuery, value: string): boolean {
  if (!usernamePattern.test(value)) return false;
  query.from.push(value.replace(/^@/, '').toLowerCase());
  return true;
}

function readAttachment({ has }: SearchQuery, value: string): boolean {
  if (value !== 'media' && value !== 'poll' && value !== 'link') return false;
  has.push(value);
  return true;
}

function readDay(value: string, take: (ms: number) => void): boolean {
  const ms = dayPattern.test(value) ? Date.parse(`${value}T00:00:00.000Z`) : Number.NaN;
  // A date that is none, such as 30 February, comes out as another one or as none at all.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== value) return false;
  take(ms);
  return true;
}

function readTag({ tags }: SearchQuery, term: string): boolean {
  const [segment, ...others] = parseText(term);
  if (segment?.type !== 'hashtag' || others.length > 0) return false;
  tags.push(segment.tag);
  return true;
}

/** How the database is asked for words next to each other. */
export function toPhraseQuery(text: string): string {
  let query = '';
  let before = 0;
  for (const { lexeme, place } of toLexemes(text)) {
    query += query === '' ? quote(lexeme) : ` <${place - before}> ${quote(lexeme)}`;
    before = place;
  }
  return `(${query})`;
}

/** A lexeme as the database reads it in a query. None that is made here has a quote in it. */
export function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
