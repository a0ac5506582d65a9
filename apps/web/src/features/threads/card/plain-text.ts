import { parseText } from '@skein/contracts/text';
import { linkLabel } from './link-label.ts';

/** What a card shows of a text, without its links: addresses are shortened there. */
export function plainText(content: string): string {
  return parseText(content)
    .map((segment) => (segment.type === 'link' ? linkLabel(segment.href) : segment.text))
    .join('');
}
