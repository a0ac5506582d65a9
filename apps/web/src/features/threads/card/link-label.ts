import { parseText } from '@skein/contracts/text';

const labelMaxLength = 40;

/**
 * The visible text of a link: the host as the browser parses it, so that credentials or lookalike
 * characters cannot imitate another site, and the start of the path.
 */
export function linkLabel(href: string): string {
  const { host, pathname, search, hash } = new URL(href);
  const rest = `${pathname}${search}${hash}`;
  const label = `${host.replace(/^www\./, '')}${rest === '/' ? '' : rest}`;
  return label.length > labelMaxLength ? `${label.slice(0, labelMaxLength - 1)}…` : label;
}

/** The text as a card shows it, without links. */
export function plainText(content: string): string {
  return parseText(content)
    .map((segment) => (segment.type === 'link' ? linkLabel(segment.href) : segment.text))
    .join('');
}
