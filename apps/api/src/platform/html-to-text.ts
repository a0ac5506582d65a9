import { Parser } from 'htmlparser2';

/** Longer content is cut off: it would be shortened anyway. */
const htmlMaxLength = 100_000;
/** Deeper elements end the text: the parser's time grows with the square of the depth. */
const depthMax = 250;

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const paragraphs = new Set(['p', 'blockquote', 'pre', 'ul', 'ol', ...headings]);
const lines = new Set(['div', 'li', 'tr']);
const hidden = new Set(['script', 'style', 'template', 'title']);

interface Link {
  href: string;
  isMention: boolean;
  label: string[];
}

/**
 * The text of a post in HTML. Links become their addresses, because the text of a link is shortened.
 * @param mentions The names of mentioned users, such as `@ada@example.org`
 */
export function htmlToText(html: string, mentions: readonly string[]): string {
  const addresses = new Map(mentions.map((name) => [name.slice(0, name.indexOf('@', 1)), name]));
  const text = createText();
  let depth = 0;
  let hiddenDepth = 0;
  let link: Link | null = null;
  const parser = new Parser({
    onopentag(name, { href = '', class: classes = '' }) {
      depth += 1;
      if (depth > depthMax) parser.pause();
      if (hidden.has(name)) hiddenDepth += 1;
      if (paragraphs.has(name)) text.endParagraph();
      else if (lines.has(name)) text.endLine();
      if (name === 'br') text.write('\n');
      if (name === 'li') text.write('• ');
      if (name === 'a') link = { href, isMention: /\bmention\b/.test(classes), label: [] };
    },
    ontext(content) {
      if (hiddenDepth > 0) return;
      if (link === null) text.write(content);
      else link.label.push(content);
    },
    onclosetag(name) {
      depth -= 1;
      if (hidden.has(name)) hiddenDepth -= 1;
      if (name === 'a' && link !== null) {
        text.write(toLinkText(link, addresses));
        link = null;
      }
      if (paragraphs.has(name)) text.endParagraph();
      else if (lines.has(name)) text.endLine();
    },
  });
  parser.end(html.slice(0, htmlMaxLength));
  return text.join();
}

/** Collects pieces, because appending to one string takes quadratic time. */
function createText() {
  const pieces: string[] = [];
  const endsLine = () => pieces.at(-1)?.endsWith('\n') ?? true;
  const endLine = () => {
    if (!endsLine()) pieces.push('\n');
  };
  return {
    write(piece: string): void {
      if (piece !== '') pieces.push(piece);
    },
    endLine,
    endParagraph(): void {
      if (pieces.length === 0) return;
      endLine();
      pieces.push('\n');
    },
    join: () =>
      pieces
        .join('')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
  };
}

function toLinkText(
  { href, isMention, label: pieces }: Link,
  addresses: ReadonlyMap<string, string>,
): string {
  const label = pieces.join('').trim();
  if (isMention && label.startsWith('@')) {
    return addresses.get(label) ?? toAddress(label, href);
  }
  if (label.startsWith('#') || !/^https?:\/\//.test(href)) return label;
  // A label such as the beginning of the address is no text of its own.
  const isAddress = href.includes(label.replace(/(?:…|\.\.\.)$/, ''));
  return isAddress ? href : `${label} (${href})`;
}

/** With the server: without it, the mention would be one of a user here. */
function toAddress(name: string, href: string): string {
  if (name.includes('@', 1) || !URL.canParse(href)) return name;
  return `${name}@${new URL(href).host}`;
}
