import type { MatchRange } from '@skein/contracts/search';
import { parseText } from '@skein/contracts/text';
import { foldText } from '../../platform/fold-text.ts';
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
  const starts = new Map<string, number[]>();
  for (const [index, { word }] of words.entries()) {
    starts.set(word, [...(starts.get(word) ?? []), index]);
  }
  const wordLists = phrases.map((phrase) => splitWords(phrase)).filter(({ length }) => length > 0);
  const ranges = wordLists.flatMap((phrase) =>
    (starts.get(phrase[0] ?? '') ?? [])
      .filter((start) => phrase.every((word, i) => words[start + i]?.word === word))
      .map((start) => ({
        start: words[start]?.start ?? 0,
        end: words[start + phrase.length - 1]?.end ?? 0,
      })),
  );
  const begun = words.filter(({ word }) => prefixes.some((prefix) => word.startsWith(prefix)));
  return joinRanges([...ranges, ...findTags(content, tags), ...begun.map(toRange)]);
}

const toRange = ({ start, end }: PositionedWord): MatchRange => ({ start, end });

/** Splits runs into characters, because any part of a run can match. */
function splitWords(folded: string): string[] {
  return splitFolded(folded).flatMap(({ text, isRun }) => (isRun ? Array.from(text) : [text]));
}

function positionWords(content: string): PositionedWord[] {
  const { folded, origins } = foldWithOrigins(content);
  const position = (word: string, index: number): PositionedWord => {
    const first = origins[index];
    const last = origins[index + word.length - 1];
    return { word, start: first?.start ?? 0, end: last?.end ?? 0 };
  };
  return splitFolded(folded).flatMap(({ text, isRun, index }) => {
    if (!isRun) return [position(text, index)];
    let at = index;
    return Array.from(text, (character) => {
      const positioned = position(character, at);
      at += character.length;
      return positioned;
    });
  });
}

/** The folded text and, for each of its UTF-16 units, the range of the content that it comes from. */
function foldWithOrigins(content: string): { folded: string; origins: MatchRange[] } {
  let folded = '';
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
  return { folded, origins };
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
