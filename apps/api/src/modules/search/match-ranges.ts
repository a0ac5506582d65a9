import type { MatchRange } from '@skein/contracts/search';
import { parseText } from '@skein/contracts/text';
import { foldText, isAscii } from '../../domain/fold-text.ts';
import { splitFolded } from './search-words.ts';

/** The texts to highlight: folded phrases, and tags. */
export interface Highlights {
  phrases: readonly string[];
  /** Lower case, without the hash. */
  tags: readonly string[];
  /** Folded beginnings of words. */
  prefixes?: readonly string[];
}

/** A word of the content, or a character of a run, with its position. */
interface PositionedWord extends MatchRange {
  word: string;
}

/** The ranges of a text that match the phrases, tags and prefixes. */
export function findMatches(
  content: string,
  { phrases, tags, prefixes = [] }: Highlights,
): MatchRange[] {
  const words = positionWords(content);
  const wordLists = phrases.map((phrase) => splitWords(phrase)).filter(({ length }) => length > 0);
  const ranges = findTags(content, tags);
  for (const [index, { word, start, end }] of words.entries()) {
    for (const phrase of wordLists) {
      const last = words[index + phrase.length - 1];
      const isMatch = phrase.every((part, i) => words[index + i]?.word === part);
      if (isMatch && last !== undefined) ranges.push({ start, end: last.end });
    }
    if (prefixes.some((prefix) => word.startsWith(prefix))) ranges.push({ start, end });
  }
  return joinRanges(ranges);
}

/** Splits runs into characters, because any part of a run can match. */
function splitWords(folded: string): string[] {
  return splitFolded(folded).flatMap(({ text, isRun }) => (isRun ? Array.from(text) : [text]));
}

function positionWords(content: string): PositionedWord[] {
  const { folded, getRange } = foldWithOrigins(content);
  const words: PositionedWord[] = [];
  for (const { text, isRun, index } of splitFolded(folded)) {
    let at = index;
    for (const word of isRun ? text : [text]) {
      words.push({ word, ...getRange(at, at + word.length) });
      at += word.length;
    }
  }
  return words;
}

interface FoldedContent {
  folded: string;
  /** The range of the content that a range of the folded text comes from. */
  getRange: (start: number, end: number) => MatchRange;
}

function foldWithOrigins(content: string): FoldedContent {
  if (isAscii(content))
    return { folded: foldText(content), getRange: (start, end) => ({ start, end }) };
  let folded = '';
  // The origin of each UTF-16 unit of the folded text.
  const origins: MatchRange[] = [];
  let start = 0;
  for (const character of content) {
    const end = start + character.length;
    const units = foldText(character);
    const previous = origins.at(-1);
    // A removed combining mark belongs to the previous letter.
    if (units === '' && previous?.end === start) previous.end = end;
    const origin = { start, end };
    for (let i = 0; i < units.length; i += 1) origins.push(origin);
    folded += units;
    start = end;
  }
  const getRange = (first: number, below: number) => ({
    start: origins[first]?.start ?? 0,
    end: origins[below - 1]?.end ?? 0,
  });
  return { folded, getRange };
}

function findTags(content: string, tags: readonly string[]): MatchRange[] {
  if (tags.length === 0) return [];
  let start = 0;
  return parseText(content).flatMap((segment) => {
    const range = { start, end: start + segment.text.length };
    start = range.end;
    return segment.type === 'hashtag' && tags.includes(segment.tag) ? [range] : [];
  });
}

/** Sorts the ranges, and joins overlapping and adjacent ones. */
function joinRanges(ranges: readonly MatchRange[]): MatchRange[] {
  const joined: MatchRange[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
