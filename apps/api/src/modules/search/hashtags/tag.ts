import { listHashtags } from '@skein/contracts/text';

/** The stored form of a tag. */
export function toTag(text: string): string {
  return text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
}

/** Further tags of the same threads, in any form. */
export interface TagCombination {
  /** Threads with one of these are listed too. */
  any: readonly string[];
  /** Threads without all of these are not listed. */
  all: readonly string[];
  /** Threads with one of these are not listed. */
  none: readonly string[];
}

export function isTag(text: string): boolean {
  return listHashtags(`#${text}`)[0] === text;
}
