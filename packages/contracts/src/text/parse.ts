import {
  hashtagMaxLength,
  hashtagsMax,
  mentionsMax,
  usernameMaxLength,
  usernameMinLength,
} from '../limits.ts';
import { countCodePoints } from './normalize.ts';

/**
 * A segment of a text. `text` is the original; the `text` of all segments joined is the whole
 * text.
 */
export type TextSegment =
  | { type: 'text'; text: string }
  | { type: 'link'; text: string; href: string }
  /** `tag` is lower case, without `#`. */
  | { type: 'hashtag'; text: string; tag: string }
  /** `username` is lower case, without `@`. */
  | { type: 'mention'; text: string; username: string };

// Each alternative matches without backtracking, and the code below reads a match a fixed number of
// times, so that parsing takes linear time even for hostile text.
const segmentPattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_])(?<link>(?:https?:\/\/|www\.)[^\s<>"]+)`,
    String.raw`(?<![\p{L}\p{N}\p{M}_&\/#])#(?<tag>[\p{L}\p{N}\p{M}_]+)`,
    // Not a user of another server, such as @ada@example.org.
    String.raw`(?<![\p{L}\p{N}_.@\/])@(?<username>[a-z0-9_.]+)(?![a-z0-9_.@])`,
  ].join('|'),
  'giu',
);

const onlyDigits = /^\p{N}+$/u;
const trailingPunctuation = `.,:;!?'"*_~…»”’`;

/**
 * Finds links (http, https, www), #tags and @mentions in normalized text. After the first 30
 * different tags and the first 30 different mentions, further ones are plain text.
 */
export function parseText(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  const isWithinLimits = createSegmentLimits();
  let plainFrom = 0;
  for (const match of text.matchAll(segmentPattern)) {
    const segment = toSegment(match);
    if (segment === null || !isWithinLimits(segment)) continue;
    if (match.index > plainFrom) {
      segments.push({ type: 'text', text: text.slice(plainFrom, match.index) });
    }
    segments.push(segment);
    plainFrom = match.index + segment.text.length;
  }
  if (plainFrom < text.length) segments.push({ type: 'text', text: text.slice(plainFrom) });
  return segments;
}

/** Returns a function that decides for each segment of a text, in order, whether it takes effect. */
function createSegmentLimits(): (segment: TextSegment) => boolean {
  const tags = new Set<string>();
  const usernames = new Set<string>();
  return (segment) => {
    if (segment.type === 'hashtag') return addWithin(tags, segment.tag, hashtagsMax);
    if (segment.type === 'mention') return addWithin(usernames, segment.username, mentionsMax);
    return true;
  };
}

/** False if the name is new and the set is full. */
function addWithin(names: Set<string>, name: string, max: number): boolean {
  if (names.size >= max) return names.has(name);
  names.add(name);
  return true;
}

/** Distinct tags of a text, lower case, in order of appearance. */
export function listHashtags(text: string): string[] {
  return [...new Set(parseText(text).flatMap((s) => (s.type === 'hashtag' ? [s.tag] : [])))];
}

/** Distinct usernames mentioned in a text, lower case, in order of appearance. */
export function listMentions(text: string): string[] {
  return [...new Set(parseText(text).flatMap((s) => (s.type === 'mention' ? [s.username] : [])))];
}

function toSegment(match: RegExpExecArray): TextSegment | null {
  const { link, tag, username } = match.groups ?? {};
  if (link !== undefined) return toLink(link);
  if (tag !== undefined) return toHashtag(tag);
  return username === undefined ? null : toMention(username);
}

function toLink(matched: string): TextSegment | null {
  const text = withoutTrailingPunctuation(matched);
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(href)) return null;
  return { type: 'link', text, href };
}

function toHashtag(name: string): TextSegment | null {
  // Some letters become two in lower case, so measure afterwards.
  const tag = name.toLowerCase();
  if (onlyDigits.test(name) || countCodePoints(tag) > hashtagMaxLength) return null;
  return { type: 'hashtag', text: `#${name}`, tag };
}

function toMention(matched: string): TextSegment | null {
  // A pattern that ends in `$` would backtrack from each dot of a long run.
  let end = matched.length;
  while (matched.charAt(end - 1) === '.') end -= 1;
  const name = matched.slice(0, end);
  if (name.length < usernameMinLength || name.length > usernameMaxLength) return null;
  return { type: 'mention', text: `@${name}`, username: name.toLowerCase() };
}

/** Removes punctuation that ends the sentence and unbalanced closing brackets. */
function withoutTrailingPunctuation(link: string): string {
  let openBrackets = 0;
  for (const character of link) {
    if (character === '(') openBrackets += 1;
    if (character === ')') openBrackets -= 1;
  }
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link.charAt(end - 1);
    if (last === ')' && openBrackets < 0) openBrackets += 1;
    else if (!trailingPunctuation.includes(last)) break;
  }
  return link.slice(0, end);
}
