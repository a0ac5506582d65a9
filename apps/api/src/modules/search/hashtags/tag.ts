import { listHashtags } from '@skein/contracts/text';

/** The stored form of a tag. */
export function toTag(text: string): string {
  return text.normalize('NFC').trim().replace(/^#/, '').toLowerCase();
}

export function isTag(text: string): boolean {
  return listHashtags(`#${text}`)[0] === text;
}
