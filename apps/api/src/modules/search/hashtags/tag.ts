import { listHashtags } from '@skein/contracts/text';

/** A text as tags are stored. */
export function toTag(text: string): string {
  return text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
}

export function isTag(text: string): boolean {
  return listHashtags(`#${text}`)[0] === text;
}
