import { parseText, quotationMarks } from '@skein/contracts/text';
import { foldText } from '../../domain/fold-text.ts';
import { toNameKey } from '../bookmarks/index.ts';
import { toLexemes, splitFolded } from './search-words.ts';
import { dayMs } from '../../platform/clock.ts';

/** A word, or several words that must be adjacent. */
export interface Phrase {
  /** Folded. */
  text: string;
  isQuoted: boolean;
}

/** A parsed query. A thread must match all of its parts. */
export interface SearchQuery {
  phrases: Phrase[];
  /** Lower case, without the hash. */
  tags: string[];
  /** Usernames of the authors: any of them, or all users if empty. */
  from: string[];
  /** Whether the viewer is one of the authors. */
  isFromViewer: boolean;
  /** Lists of the viewer that must contain the thread. */
  lists: OwnList[];
  /** Keys of the names of the viewer's bookmark folders that must contain the thread. */
  folders: string[];
  has: Attachment[];
  /** The start time (inclusive) and the end time (exclusive). */
  sinceMs: number | null;
  untilMs: number | null;
}

/** A table of threads that users have saved. */
export type OwnList = 'bookmarks' | 'likes';

export type Attachment = 'media' | 'poll' | 'link';

const termPattern = /folder:"(?<folder>[^"]+)"?|"(?<quoted>[^"]*)"?|(?<plain>[^\s"]+)/giu;
const operatorPattern = /^(?<name>folder|from|has|in|since|until):(?<value>.+)$/iu;
const usernamePattern = /^@?[a-z0-9_.]{3,30}$/iu;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Accepts any text: a term that is not an operator, tag or date is a word. */
export function parseSearchQuery(text: string): SearchQuery {
  const query: SearchQuery = {
    phrases: [],
    tags: [],
    from: [],
    isFromViewer: false,
    lists: [],
    folders: [],
    has: [],
    sinceMs: null,
    untilMs: null,
  };
  for (const { groups } of text.replaceAll(quotationMarks, '"').matchAll(termPattern)) {
    const { folder, quoted, plain } = groups ?? {};
    if (folder !== undefined) query.folders.push(toNameKey(folder));
    else if (quoted !== undefined) addPhrase(query, quoted, true);
    else if (plain !== undefined && !readOperator(query, plain) && !readTag(query, plain)) {
      addPhrase(query, plain, false);
    }
  }
  return query;
}

/** Whether there is anything to look for. */
export function isBlankQuery({
  phrases,
  tags,
  from,
  isFromViewer,
  lists,
  folders,
  has,
  sinceMs,
  untilMs,
}: SearchQuery): boolean {
  const terms = [phrases, tags, from, lists, folders, has].flat().length;
  return terms === 0 && !isFromViewer && sinceMs === null && untilMs === null;
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
    case 'folder':
      query.folders.push(toNameKey(value));
      return true;
    case 'from':
      return readAuthor(query, value);
    case 'has':
      return readAttachment(query, value.toLowerCase());
    case 'in':
      return readList(query, value.toLowerCase());
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
  // Too short for a username.
  if (/^@?me$/i.test(value)) {
    query.isFromViewer = true;
    return true;
  }
  if (!usernamePattern.test(value)) return false;
  query.from.push(value.replace(/^@/, '').toLowerCase());
  return true;
}

function readList({ lists }: SearchQuery, value: string): boolean {
  if (value !== 'bookmarks' && value !== 'likes') return false;
  if (!lists.includes(value)) lists.push(value);
  return true;
}

function readAttachment({ has }: SearchQuery, value: string): boolean {
  if (value !== 'media' && value !== 'poll' && value !== 'link') return false;
  has.push(value);
  return true;
}

function readDay(value: string, apply: (ms: number) => void): boolean {
  const ms = dayPattern.test(value) ? Date.parse(`${value}T00:00:00.000Z`) : Number.NaN;
  // Date.parse turns an invalid date such as 30 February into another date or NaN.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== value) return false;
  apply(ms);
  return true;
}

function readTag({ tags }: SearchQuery, term: string): boolean {
  const [segment, ...others] = parseText(term);
  if (segment?.type !== 'hashtag' || others.length > 0) return false;
  tags.push(segment.tag);
  return true;
}

/** A `tsquery` for adjacent words. */
export function toPhraseQuery(text: string): string {
  let query = '';
  let before = 0;
  for (const { lexeme, position } of toLexemes(text)) {
    query += query === '' ? quote(lexeme) : ` <${position - before}> ${quote(lexeme)}`;
    before = position;
  }
  return `(${query})`;
}

/** Quotes a lexeme for a `tsquery`. */
export function quote(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
