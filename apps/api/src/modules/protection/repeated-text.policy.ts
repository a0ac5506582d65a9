import { createHash } from 'node:crypto';
import { parseText } from '@skein/contracts/text';

/** Shorter texts, such as "Thank you!" and congratulations, are often the same. */
const lettersMin = 20;

/**
 * A key that equal texts share, also if mentions, letter case, spaces and punctuation differ. Null for
 * a text that is too short.
 */
export function toRepeatedTextKey(content: string): string | null {
  const letters = parseText(content)
    .map((segment) => (segment.type === 'mention' ? ' ' : segment.text))
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{Extended_Pictographic}]/gu, '');
  if (letters.length < lettersMin) return null;
  return createHash('sha256').update(letters).digest('base64url').slice(0, 22);
}

/** The links of a text that another one, such as that before an edit, does not have. */
export function countNewLinks(content: string, before: string): number {
  const known = new Set(listLinks(before));
  return listLinks(content).filter((link) => !known.has(link)).length;
}

const listLinks = (content: string): string[] =>
  parseText(content).flatMap(({ type, text }) => (type === 'link' ? [text] : []));
