import { setImmediate } from 'node:timers/promises';
import { normalizeName } from '@skein/contracts/text';
import { Parser } from 'htmlparser2';
import type { Resource } from './fetch-resource.ts';

const titleMaxLength = 200;
const descriptionMaxLength = 300;
const imageUrlMaxLength = 2000;
/** A page declares its character set within this number of bytes. */
const charsetScanBytes = 1024;
/** Deeper elements end the page: the parser's time grows with the square of the depth. */
const depthMax = 250;
/** Other requests are served between two slices of a page. */
const sliceLength = 32 * 1024;

/** What a page says about itself, as plain text. */
export interface PageSummary {
  title: string;
  description: string | null;
  /** The URL is not checked: it may lead anywhere. */
  imageUrl: string | null;
  isVideo: boolean;
}

/** Reads Open Graph, Twitter and plain metadata of a page; null for a page without a title. */
export async function parsePage({
  url,
  contentType,
  content,
}: Resource): Promise<PageSummary | null> {
  const found = await readMetadata(decode(content, contentType));
  const first = (...names: string[]) => names.map((name) => found.get(name)).find(Boolean) ?? '';
  const title = toText(first('og:title', 'twitter:title', 'title'), titleMaxLength);
  if (title === null) return null;
  const description = first('og:description', 'twitter:description', 'description');
  return {
    title,
    description: toText(description, descriptionMaxLength),
    imageUrl: toImageUrl(first('og:image:secure_url', 'og:image', 'twitter:image'), url),
    isVideo: first('og:type').toLowerCase().startsWith('video'),
  };
}

/** The first value of each metadata property, and of the title. */
async function readMetadata(html: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const add = (name: string, value: string) => {
    if (value.trim() !== '' && !found.has(name)) found.set(name, value);
  };
  let title: string | null = null;
  let depth = 0;
  let svgDepth = 0;
  const parser = new Parser({
    onopentag(name, { property, name: key = '', content = '' }) {
      depth += 1;
      if (depth > depthMax) parser.pause();
      if (name === 'meta') add((property ?? key).toLowerCase(), content);
      if (name === 'svg') svgDepth += 1;
      // Drawings have titles of their own.
      if (name === 'title' && svgDepth === 0) title = '';
    },
    ontext(text) {
      if (title !== null) title += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'svg') svgDepth -= 1;
      if (name !== 'title' || title === null) return;
      add('title', title);
      title = null;
    },
  });
  for (let start = 0; start < html.length && depth <= depthMax; start += sliceLength) {
    parser.write(html.slice(start, start + sliceLength));
    await setImmediate();
  }
  parser.end();
  return found;
}

function decode(content: Buffer, contentType: string): string {
  const beginning = content.subarray(0, charsetScanBytes).toString('latin1');
  const pattern = /charset\s*=\s*["']?([\w-]{1,40})/i;
  const [, charset = 'utf-8'] = pattern.exec(contentType) ?? pattern.exec(beginning) ?? [];
  try {
    return new TextDecoder(charset).decode(content);
  } catch {
    // An unknown character set.
    return new TextDecoder().decode(content);
  }
}

/** One line without control characters; null if nothing is visible. */
function toText(value: string, maxLength: number): string | null {
  // Shortened first, so that a long value is not normalized as a whole.
  const text = normalizeName(value.slice(0, 4 * maxLength).toWellFormed());
  const characters = Array.from(text);
  if (characters.length === 0) return null;
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
}

function toImageUrl(value: string, page: URL): string | null {
  if (value === '') return null;
  const url = URL.parse(value, page.href);
  return url === null || url.href.length > imageUrlMaxLength ? null : url.href;
}
