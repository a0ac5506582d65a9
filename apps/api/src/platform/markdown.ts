import { isSafeLink } from '@skein/contracts/text';
import { LRUCache } from 'lru-cache';
import { escapeHtml } from './html.ts';

/** Rendered texts, because parsing a long one takes tens of milliseconds. */
const rendered = new LRUCache<string, string>({ max: 10 });

/** Renders Markdown of administrators. HTML in it is shown as text, and an image as its description. */
export async function markdownToHtml(text: string): Promise<string> {
  const html = rendered.get(text) ?? (await render(text));
  rendered.set(text, html);
  return html;
}

/** Lists and quotations in each other, whose rendering takes seconds for a long text. */
const deepNesting = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?){20}/m;

async function render(text: string): Promise<string> {
  if (deepNesting.test(text)) return renderAsText(text);
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      html: ({ raw }) => escapeHtml(raw),
      // Between some tags `marked` treats the text as HTML.
      text(token) {
        if ('tokens' in token) return this.parser.parseInline(token.tokens);
        return escapeHtml(token.text);
      },
      image: (image) => escapeHtml(image.text),
      link({ href, tokens, raw }) {
        if (!isSafeLink(href)) return escapeHtml(raw);
        const content = this.parser.parseInline(tokens);
        return `<a href="${escapeHtml(href)}" target="_blank" rel="nofollow noopener">${content}</a>`;
      },
    },
  });
  try {
    return (await marked.parse(text)).trim();
  } catch {
    // Nested too deeply.
    return renderAsText(text);
  }
}

const renderAsText = (text: string): string => `<p>${escapeHtml(text)}</p>`;
