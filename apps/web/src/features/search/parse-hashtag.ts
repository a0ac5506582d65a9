import { listHashtags } from '@skein/contracts/text';

/** The hashtag in a URL segment, in lower case and without the hash; null if it is invalid. */
export function parseHashtag(name: string): string | null {
  const word = name.replace(/^#/, '').normalize('NFC');
  const [tag, ...others] = listHashtags(`#${word}`);
  return tag === word.toLowerCase() && others.length === 0 ? tag : null;
}
