import { chainPartsMax, contentWarningMaxLength, textMaxLength } from '@skein/contracts/limits';
import { countCodePoints, normalizeText } from '@skein/contracts/text';

/** A post of an archive. */
export interface ArchivePost {
  /** The id in the archive. */
  sourceId: string;
  text: string;
  contentWarning: string | null;
  url: string | null;
  /** To anyone, also to the author. */
  isReply: boolean;
  filesCount: number;
  isShortened: boolean;
  publishedAt: Date;
}

/** Why a post is left out. */
export type SkipReason = 'repost' | 'reply' | 'private' | 'empty' | 'excess';

/** Receives the content of an archive. */
export interface ArchiveReceiver {
  /** Counts bytes that have been read and unpacked. */
  countBytes: CountBytes;
  add(post: ArchivePost): void;
  skip(reason: SkipReason, count?: number): void;
}

export type CountBytes = (bytes: number) => void;

export interface ReadOptions {
  /** Whether to add replies to others too. */
  includesReplies: boolean;
}

/** The end of a part is searched for a place to split within this length. */
const splitLength = 200;
/** A text of this length has at most `chainPartsMax` parts. */
const postMaxLength = chainPartsMax * (textMaxLength - splitLength);
const sourceIdMaxLength = 500;
const urlMaxLength = 2000;
const earliest = Date.UTC(1990, 0);
const latest = Date.UTC(2100, 0);

type Fields = Omit<ArchivePost, 'text' | 'contentWarning' | 'isShortened' | 'publishedAt'> & {
  text: string;
  contentWarning: string | null;
  publishedAt: string;
};

/** Normalizes and shortens a post; null for one without a valid id or time. */
export function toArchivePost({ publishedAt, ...fields }: Fields): ArchivePost | null {
  const time = Date.parse(publishedAt);
  if (!(time >= earliest && time <= latest)) return null;
  if (fields.sourceId === '' || fields.sourceId.length > sourceIdMaxLength) return null;
  const text = shorten(fields.text, postMaxLength);
  const warning = shorten(fields.contentWarning ?? '', contentWarningMaxLength);
  return {
    ...fields,
    text: text.text,
    contentWarning: warning.text === '' ? null : warning.text,
    url: isLink(fields.url) ? fields.url : null,
    isShortened: text.isShortened || warning.isShortened,
    publishedAt: new Date(time),
  };
}

function shorten(original: string, maxLength: number): { text: string; isShortened: boolean } {
  // A code point has up to two units: the rest of a huge text is not normalized.
  const text = normalizeText(original.slice(0, 3 * maxLength).toWellFormed()).trimStart();
  const isShortened = original.length > 3 * maxLength || countCodePoints(text) > maxLength;
  if (!isShortened) return { text, isShortened };
  return { text: Array.from(text).slice(0, maxLength).join('').trimEnd(), isShortened };
}

const isLink = (url: string | null): boolean =>
  url !== null && url.length <= urlMaxLength && /^https?:\/\//.test(url) && URL.canParse(url);

/** Splits a text into parts that a thread can have, between lines or words if possible. */
export function splitText(text: string): string[] {
  const characters = Array.from(text);
  const parts: string[] = [];
  for (let start = 0; start < characters.length;) {
    const end = findEnd(characters, start);
    const part = characters.slice(start, end).join('').trim();
    if (part !== '') parts.push(part);
    start = end;
  }
  return parts;
}

function findEnd(characters: readonly string[], start: number): number {
  const end = start + textMaxLength;
  if (end >= characters.length) return characters.length;
  for (const separator of ['\n', ' ']) {
    const at = characters.lastIndexOf(separator, end);
    if (at >= end - splitLength) return at;
  }
  return end;
}
