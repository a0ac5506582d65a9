import { parseText } from '@skein/contracts/text';
import type { TextSegment } from '@skein/contracts/text';
import type { RichTextNode } from '@skein/contracts/threads';

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
// https://www.w3.org/TR/xml/#charsets
const forbiddenInXml = /(?![\t\n\r\x7F-\x9F])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;

export function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text;
  return text.replaceAll(/[&<>"]/g, (character) => escapes.get(character) ?? character);
}

/** Removes characters that make an XML document invalid, which older texts may contain. */
export function removeForbiddenInXml(document: string): string {
  return document.replaceAll(forbiddenInXml, '');
}

interface HtmlContext {
  origin: string;
  /** Present usernames of the mentioned users, by the present and former ones in the text. Others are plain text. */
  mentions: ReadonlyMap<string, string>;
  /** Pages of mentioned users of other servers, by their usernames. They are shown without their domain. */
  pages?: ReadonlyMap<string, string>;
}

/** A text as HTML with the classes by which apps recognize links, hashtags and mentions. */
export function toHtml(text: string, context: HtmlContext): string {
  if (text === '') return '';
  const html = toInlineHtml(text, context);
  if (!html.includes('\n')) return `<p>${html}</p>`;
  const paragraphs = html.split(/\n{2,}/).map((lines) => lines.replaceAll('\n', '<br />'));
  return paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('');
}

/** A line of text, without a paragraph around it. */
export function toInlineHtml(text: string, context: HtmlContext): string {
  return parseText(text)
    .map((segment) => segmentToHtml(segment, context))
    .join('');
}

/** A text of another server, of which the server has kept only this formatting. */
export function richTextToHtml(nodes: readonly RichTextNode[], context: HtmlContext): string {
  return nodes.map((node) => nodeToHtml(node, context)).join('');
}

function nodeToHtml({ tag, href, children }: RichTextNode, context: HtmlContext): string {
  const isLink = tag === 'a' && href !== null;
  const isCode = tag === 'pre' || tag === 'code';
  const html = children
    .map((child) => {
      if (typeof child !== 'string') return nodeToHtml(child, context);
      if (isCode) return escapeHtml(child);
      const text = isLink ? escapeHtml(child) : toInlineHtml(child, context);
      return text.replaceAll('\n', '<br />');
    })
    .join('');
  if (tag !== 'a') return `<${tag}>${html}</${tag}>`;
  if (!isLink) return html;
  return `<a href="${escapeHtml(href)}" target="_blank" rel="nofollow noopener">${html}</a>`;
}

function segmentToHtml(segment: TextSegment, { origin, mentions, pages }: HtmlContext): string {
  const text = escapeHtml(segment.text);
  switch (segment.type) {
    case 'link':
      return `<a href="${escapeHtml(segment.href)}" target="_blank" rel="nofollow noopener">${text}</a>`;
    case 'hashtag': {
      const href = `${origin}/hashtag/${encodeURIComponent(segment.tag)}`;
      return `<a href="${href}" class="mention hashtag" rel="tag">${text.slice(0, 1)}<span>${text.slice(1)}</span></a>`;
    }
    case 'mention': {
      const username = mentions.get(segment.username);
      if (username === undefined) return text;
      const page = pages?.get(username);
      const href = page === undefined ? `${origin}/profile/${username}` : escapeHtml(page);
      const name = page === undefined ? text.slice(1) : text.slice(1, text.indexOf('@', 1));
      return `<span class="h-card"><a href="${href}" class="u-url mention">@<span>${name}</span></a></span>`;
    }
    case 'text':
      return text;
    default:
      return segment satisfies never;
  }
}
