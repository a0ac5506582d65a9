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

export function countLinks(content: string): number {
  return parseText(content).filter(({ type }) => type === 'link').length;
}
