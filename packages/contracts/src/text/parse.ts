import {
  handleMaxLength,
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
  /** `username` is lower case, without the first `@`. With a domain, it is a user of another server. */
  | { type: 'mention'; text: string; username: string };

/** A character of a word: a letter, a number, a combining mark or an underscore. */
const wordCharacter = String.raw`(?:[\p{L}\p{N}_]|(?!\p{Variation_Selector})\p{M})`;
/** Scripts in which an invisible joiner between two letters changes their form or their meaning. */
const joiningScripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer';
const joining = joiningScripts
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');
const joiner = String.raw`(?<=[${joining}])[\u200C\u200D](?=[${joining}])`;
const middleDot = `(?<=${wordCharacter})[·・](?=${wordCharacter})`;
const noWordBefore = String.raw`(?<!${wordCharacter}|[&\/#＃])`;

/**
 * Sources of regular expressions with flags `iu`, for the parser and for the word at the caret. Each
 * matches a character in only one way.
 */
export const hashtagSource = {
  /** The hash, which does not follow a word. */
  trigger: `${noWordBefore}[#＃]`,
  /** A character of the name. */
  character: `(?:${wordCharacter}|${joiner}|${middleDot})`,
};
/** The sources for mentions. The `@` may follow punctuation, such as the dot in ".@ann". */
export const mentionSource = {
  trigger: String.raw`(?<![\p{L}\p{N}_@\/]|[\p{L}\p{N}_.]\.)@`,
  character: '[a-z0-9_.]',
};

/** Quotation marks, and the punctuation and brackets of Chinese, Japanese and Korean. */
const linkEnds =
  '`“”„‟‘’‚«»‹›、。〈〉《》「」『』【】〔〕〖〗〘〙〚〛〝〞〟！（），．：；？［］｛｝｟｠｡｢｣､';
const notInLink = String.raw`\s<>"${linkEnds}\p{Cc}\p{Cf}`;
/** Brackets belong to a link if they are balanced, up to two levels deep. */
const balanced = (open: string, close: string) => {
  const inner = `(?:[^${notInLink}${open}${close}]|${joiner})`;
  return `${open}(?:${inner}|${open}${inner}*${close})*${close}`;
};
const linkCharacter = [
  String.raw`[^${notInLink}()\[\]\{\}]`,
  joiner,
  balanced(String.raw`\(`, String.raw`\)`),
  balanced(String.raw`\[`, String.raw`\]`),
  balanced(String.raw`\{`, String.raw`\}`),
].join('|');

// No alternative backtracks over more than a pair of brackets, and the code below reads a match a fixed
// number of times, so that parsing takes linear time even for hostile text.
const segmentPattern = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_])(?<link>(?:https?:\/\/|www\.)(?:${linkCharacter})+)`,
    String.raw`${hashtagSource.trigger}(?<tag>(?=[\p{L}\p{N}_])${hashtagSource.character}+)`,
    String.raw`${mentionSource.trigger}(?<handle>[a-z0-9_][a-z0-9_.-]*@(?:[a-z0-9-]+\.)+[a-z0-9-]+)(?![a-z0-9_@-])`,
    String.raw`${mentionSource.trigger}(?<username>${mentionSource.character}+)(?![a-z0-9_.@])`,
  ].join('|'),
  'giu',
);

const onlyDigits = /^\p{N}+$/u;
// A final `~` or `_` belongs to the address.
const trailingPunctuation = `.,:;!?'*…`;
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
  const { link, tag, handle, username } = match.groups ?? {};
  if (link !== undefined) return toLink(link);
  if (tag !== undefined) return toHashtag(match[0], tag);
  if (handle !== undefined) return toRemoteMention(match[0], handle);
  return username === undefined ? null : toMention(username);
}

function toLink(matched: string): TextSegment | null {
  const text = withoutTrailingPunctuation(matched);
  const href = /^www\./i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(href)) return null;
  return { type: 'link', text, href };
}

function toHashtag(matched: string, name: string): TextSegment | null {
  // Some letters become two in lower case, so measure afterwards.
  const tag = name.toLowerCase();
  if (onlyDigits.test(name) || countCodePoints(tag) > hashtagMaxLength) return null;
  return { type: 'hashtag', text: matched, tag };
}

function toMention(matched: string): TextSegment | null {
  // A pattern that ends in `$` would backtrack from each dot of a long run.
  let end = matched.length;
  while (matched.charAt(end - 1) === '.') end -= 1;
  const name = matched.slice(0, end);
  if (name.length < usernameMinLength || name.length > usernameMaxLength) return null;
  return { type: 'mention', text: `@${name}`, username: name.toLowerCase() };
}

function toRemoteMention(text: string, handle: string): TextSegment | null {
  if (handle.length > handleMaxLength) return null;
  return { type: 'mention', text, username: handle.toLowerCase() };
}

/** Removes punctuation that ends the sentence. */
function withoutTrailingPunctuation(link: string): string {
  let end = link.length;
  while (end > 0 && trailingPunctuation.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}
