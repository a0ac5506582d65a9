import { createHash } from 'node:crypto';
import { parseText } from '@skein/contracts/text';

const urlMaxLength = 2000;

/** The URL of a link card. */
export interface Link {
  /** The same for the same URL, so that all threads with it have one card. Messages have others. */
  id: string;
  url: string;
}

/**
 * The first link of a text, normalized; null if there is none or the server does not connect to it.
 * @param isAllowed Whether the server connects to a URL.
 */
export function findLink(content: string, isAllowed: (url: URL) => boolean): Link | null {
  const link = parseText(content).find((segment) => segment.type === 'link');
  if (link === undefined) return null;
  const url = new URL(link.href);
  url.hash = '';
  if (!isAllowed(url) || url.href.length > urlMaxLength) return null;
  return { id: toId(url.href), url: url.href };
}

/** The first half of the SHA-256 of the URL. */
function toId(url: string): string {
  const digest = createHash('sha256').update(url).digest('hex').slice(0, 32);
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
